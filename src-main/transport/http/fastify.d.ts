import 'fastify'

import type { Binding } from './bind.ts'
import type { Handler } from './operation-route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of the contract that a route serves. */
    binding?: Binding
  }
  interface FastifyRequest {
    /** The operation that the table of the Admin API has for the request, and what answers it. */
    inTable?: { binding: Binding; handle: Handler }
  }
}
