import 'fastify'

import type { Binding } from './bind.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of the contract that a route serves. */
    binding?: Binding
  }
}
