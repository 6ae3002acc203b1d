import { hasBody, type Operation } from '#shared/contract/index.ts'
import { isReading } from '#shared/contract-engine/is-reading.ts'
import { badData } from '#kernel/app-error.ts'
import { isRecord } from '#shared/own-value.ts'

/** HTTP request that a call of the window becomes; `path` with its query. */
export interface OriginalRequest {
  method: string
  path: string
  body?: string
  /** Kind of requests that share a limit of the service. */
  kind: string
  /** True if it changes nothing. */
  reads: boolean
}

type RequestParts = Readonly<Record<string, unknown>>

/** Makes the HTTP request of an operation from the input of its procedure. Throws an AppError that names a missing part. */
export function requestOf(operation: Operation, input: unknown): OriginalRequest {
  const { params, query, body } = partsOf(input)
  const left = partsOf(params)
  const path = operation.path.replaceAll(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(valueOf(left, name)),
  )
  const search = queryOf(partsOf(query))
  return {
    method: operation.method,
    path: search === '' ? path : `${path}?${search}`,
    kind: operation.operationId,
    reads: isReading(operation),
    ...(hasBody(operation) ? { body: JSON.stringify(body ?? {}) } : {}),
  }
}

/** Reads a parameter of the path. "." and ".." would name another path: they are not sent. */
function valueOf(params: RequestParts, name: string): string {
  const value = params[name]
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (text === '' || text === '.' || text === '..')
    throw badData(`the request needs a value for ${name}`, `/params/${name}`)
  return text
}

/** Writes a query as the contract does: lists by repeated names, objects as `name[key]`. */
function queryOf(query: RequestParts): string {
  const search = new URLSearchParams()
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return
    if (Array.isArray(value)) for (const one of value) add(name, one)
    else if (typeof value === 'object')
      for (const [key, one] of Object.entries(value)) search.append(`${name}[${key}]`, String(one))
    else if (isPlain(value)) search.append(name, String(value))
  }
  for (const [name, value] of Object.entries(query)) add(name, value)
  return search.toString()
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

const partsOf = (value: unknown): RequestParts => (isRecord(value) ? value : {})
