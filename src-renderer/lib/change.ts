import type { Operation } from '../../src-shared/contract-engine/operation.ts'
import type { CurlRequest } from './curl.ts'
import { needOf, type Declared, type Need } from './rights.svelte.ts'

interface Parts {
  params?: object
  body?: unknown
}

type Called = Pick<Operation, 'method' | 'path'> & Declared

/** A request that a form is about to send, and what it needs, as far as that follows from it. */
export interface FormRequest extends CurlRequest {
  needs?: Need | undefined
}

/** A call of the window as the request of the HTTP contract that does the same. */
export function requestOf(
  { method, path }: Pick<Operation, 'method' | 'path'>,
  { params = {}, body }: Parts,
): CurlRequest {
  const values = new Map(Object.entries(params as Record<string, string | number>))
  return {
    method,
    path: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? ''))),
    ...(body === undefined ? {} : { body }),
  }
}

/** A change that a dialog is about to make: how it is sent from here, and what it is over HTTP. */
export function changeOf<Request extends Parts, Answer>(
  operation: Called,
  procedure: { mutate: (request: Request) => Promise<Answer> },
  request: NoInfer<Request>,
): { curl: FormRequest; send: () => Promise<Answer> } {
  return {
    curl: { ...requestOf(operation, request), needs: needOf(operation, request) },
    send: () => procedure.mutate(request),
  }
}
