import type { FastifyInstance } from 'fastify'

import { AppError } from '#kernel/app-error.ts'
import { audienceCheckOf } from './audience.ts'
import { readCredentials } from './credentials.ts'
import type { HttpOptions } from './http-options.ts'

/** Paths that frontend SDKs and proxies know from Edge. The frontend API rejects them. */
const PATHS = [
  '/api/frontend/client/features',
  '/api/frontend/health',
  '/api/frontend/internal-backstage/prometheus',
]

/** Registers the paths below the frontend API that answer 405, after the check of the token. */
export function addUnsupportedPaths(app: FastifyInstance, { authenticate, contract }: HttpOptions): void {
  const admit = audienceCheckOf(contract)
  for (const url of PATHS)
    app.get(url, async (request) => {
      request.identity = await authenticate(readCredentials(request.headers))
      admit('frontend', request.identity)
      throw new AppError('NotImplementedError', 'The frontend API does not support this endpoint.')
    })
}
