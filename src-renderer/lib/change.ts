import type { Operation, Result } from '#shared/contract-engine/operation.ts'
import { isServedIn } from '#shared/versions/rules/is-served-in.ts'
import type { RpcInput } from '#shared/rpc/rpc-input.ts'
import { api } from './api.ts'
import type { FormRequest } from '#ui/form-options.ts'
import { surround } from '#ui/surroundings.ts'
import { instanceUrl, type CurlRequest } from './curl.ts'
import type { WriteOptions } from './own-writes.ts'
import { keys, queryClient } from './queries.ts'
import { needOf } from './rights.svelte.ts'
import { servedVersion, type Status } from './status.ts'

// requests of forms are made here
surround({ serviceUrl: instanceUrl })

interface Parts {
  params?: object
  body?: unknown
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

type Mutations = Readonly<
  Record<string, { mutate: (request: unknown, options?: WriteOptions) => Promise<unknown> }>
>

/** Finds the procedure of an operation: it has the name of its id. */
function procedureOf({ operationId }: Operation): Mutations[string] {
  const procedure = (api as unknown as Mutations)[operationId]
  if (!procedure) throw new TypeError(`There is no procedure ${operationId}`)
  return procedure
}

/** Checks whether the contract that the instance answers as has an operation. */
function isServedHere(operation: Operation): boolean {
  return isServedIn(operation, servedVersion(queryClient.getQueryData<Status>(keys.status)))
}

/** A change that a dialog is about to make: how it is sent from here, and what it is over HTTP. */
export function changeOf<O extends Operation>(
  operation: O,
  request: RpcInput<O>,
): { curl: FormRequest; send: (options?: WriteOptions) => Promise<Result<O>> } {
  return {
    curl: {
      ...requestOf(operation, request),
      needs: needOf(operation, request),
      ...(isServedHere(operation) ? {} : { unserved: true }),
    },
    send: (options) => procedureOf(operation).mutate(request, options) as Promise<Result<O>>,
  }
}
