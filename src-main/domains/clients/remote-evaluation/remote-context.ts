import type { z } from 'zod'

import type { RemoteRequest } from '#shared/clients/schemas/remote-evaluation.ts'

type Sent = NonNullable<z.output<typeof RemoteRequest>['context']>

/**
 * Converts a context of OpenFeature to that of the frontend API. The targeting key is the user and the session, unless the
 * context names these itself. An empty key counts as none.
 */
export function fromRemoteContext({ targetingKey: key, ...fields }: Sent): Record<string, unknown> {
  const { userId, sessionId } = fields
  const user = isScalar(userId) ? userId : key
  const session = isScalar(sessionId) ? sessionId : key || user
  return {
    ...fields,
    ...(key ? { targetingKey: key } : {}),
    ...(user ? { userId: user } : {}),
    ...(session ? { sessionId: session } : {}),
  }
}

const isScalar = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'
