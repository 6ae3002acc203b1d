import type { z } from 'zod'

import type { Operation, Result } from '#shared/contract/index.ts'

/** Call of an operation as a test writes it. Bad input, which the types do not take, goes by method and path. */
export interface OperationCall<O extends Operation> {
  params?: { readonly [Name in keyof z.input<O['params']>]: string | number }
  query?: { readonly [Name in keyof z.input<O['query']>]?: QueryValue | readonly QueryValue[] }
  body?: z.input<O['body']>
}

type QueryValue = string | number | boolean

/** Body of the successful response of an operation, as it arrives over HTTP. */
export type ResultOf<O extends Operation> = Result<O>

/** Path and query string of a call. Throws for a parameter that the path does not have. */
export function urlOf<O extends Operation>(
  { path }: O,
  { params = {}, query = {} }: Pick<OperationCall<Operation>, 'params' | 'query'>,
): string {
  const left = new Map<string, string | number>(Object.entries(params))
  const url = path.replace(/:(\w+)/g, (whole, name: string) => {
    const value = left.get(name)
    left.delete(name)
    // a parameter that a test leaves out stays visible in the path
    return value === undefined ? whole : encodeURIComponent(String(value))
  })
  if (left.size > 0) throw new Error(`${path} has no parameter ${[...left.keys()].join(', ')}`)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const values: readonly (QueryValue | undefined)[] = Array.isArray(value) ? value : [value as QueryValue]
    for (const one of values) if (one !== undefined) search.append(name, String(one))
  }
  return search.size === 0 ? url : `${url}?${search.toString()}`
}

/** Calls an operation and returns its body. Throws for a response that is not a success. */
export type CallForBody = <O extends Operation>(operation: O, call?: OperationCall<O>) => Promise<ResultOf<O>>
export type CallPathForBody = (method: string, path: string, body?: unknown) => Promise<unknown>

/** Makes calls of operations from calls by method and path, and keeps both. */
export function callBothWays(callPath: CallPathForBody): CallForBody & CallPathForBody {
  const call = (target: Operation | string, ...rest: readonly unknown[]) => {
    if (typeof target === 'string') return callPath(target, rest[0] as string, rest[1])
    const given = (rest[0] ?? {}) as OperationCall<Operation>
    return callPath(target.method, urlOf(target, given), given.body)
  }
  return call as CallForBody & CallPathForBody
}
