import 'fastify'

import type { Identity } from '#kernel/caller.ts'
import type { AppError } from '#kernel/app-error.ts'
import type { Span } from '#kernel/tracing/span.ts'
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
    /** Sender of the request; undefined: it was refused before anybody asked. */
    identity: Identity | undefined
    /** Error that it was answered with. */
    refusal: AppError | undefined
    /** Body of the response, while bodies are recorded. */
    answered: unknown
    /** Span of the request; undefined: requests are not traced. */
    span: Span | undefined
    /** Notes the end of a stream in the request log. */
    endOfStream: ((status: number, ms: number) => void) | undefined
  }
}
