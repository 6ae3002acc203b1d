import type { z } from 'zod'

import type { Operation } from '../contract/index.ts'

type RequestParts<O extends Operation> = {
  params: z.input<O['params']>
  query: z.input<O['query']>
  body: z.input<O['body']>
}

type RequiredParts<P> = {
  [K in keyof P as NonNullable<unknown> extends P[K] ? never : P[K] extends undefined ? never : K]: P[K]
}
type OptionalParts<P> = {
  [K in keyof P as NonNullable<unknown> extends P[K] ? (keyof P[K] extends never ? never : K) : never]?: P[K]
}

/** The input of a procedure: the parts of a request that its operation reads; those that may be empty may be left out. */
export type RpcInput<O extends Operation> = RequiredParts<RequestParts<O>> & OptionalParts<RequestParts<O>>
