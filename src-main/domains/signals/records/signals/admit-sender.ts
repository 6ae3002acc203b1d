import type { TokenKind } from '../../../../../src-shared/signals/schemas/signal.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import type { Actor } from '../../../../kernel/caller.ts'
import type { SignalEndpointDirectory } from '../signal-endpoints/signal-endpoint-directory.ts'

/** Actor of a request, and whether it presented any credentials. */
interface Principal {
  actor: Actor
  presented: boolean
  session?: string
}

const WORDS: Record<TokenKind, string> = {
  none: 'no token',
  unknown: 'a token that is not known',
  client: 'a backend token of SDKs',
  frontend: 'a frontend token of SDKs',
  admin: 'an admin token',
  personal: 'a personal access token',
  session: 'a session, and no token',
  signal: 'a token of another signal endpoint',
}

const KINDS: Partial<Record<Actor['kind'], TokenKind>> = {
  'backend-token': 'client',
  'frontend-token': 'frontend',
  'admin-token': 'admin',
  'signal-token': 'signal',
}

export function tokenKindOf({ actor, presented, session }: Principal): TokenKind {
  if (session !== undefined) return 'session'
  if (actor.kind === 'anonymous') return presented ? 'unknown' : 'none'
  return KINDS[actor.kind] ?? 'personal'
}

/**
 * Accepts senders with a token of the endpoint. The 401 names the presented and the expected token, for
 * whoever set up the sender. An unknown endpoint name is rejected by the use case.
 */
export function admitSender(directory: SignalEndpointDirectory, comer: Principal, name: string): Actor {
  const { actor } = comer
  const endpoint = directory.named(name)
  if (actor.kind === 'signal-token' && (!endpoint || endpoint.id === actor.endpointId)) return actor
  const presented = tokenKindOf(comer)
  throw new AppError(
    'UnauthorizedError',
    `A token of the signal endpoint "${name}" is expected, as "Authorization: Bearer <token>". You presented ${WORDS[presented]}.`,
    { extra: { presented, expected: 'signal' } },
  )
}
