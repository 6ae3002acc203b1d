import { parseArgs } from 'node:util'

import { hasBody, type Operation } from '#shared/contract-engine/operation.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import { DEFAULT_URL, OR_BY_OPTION, readTarget } from './instance-target.ts'

/** Usage text of `halyard api`. */
export const API_USAGE = `halyard api OPERATION [NAME=VALUE ...] [options]   sends a request of the Admin API

  OPERATION          its id, such as createFeature
  NAME=VALUE         a parameter of the path or the query, or else a text of the body
  NAME:=JSON         a value of the body that is no text: enabled:=true
  --body JSON        the body; @FILE reads a file, - reads standard input
  --json             print the answer as one line of JSON, errors too
  --list             list the operations; with a text, those that have it
  --describe         describe the operation: its parameters, its body, the permission that it needs
  --url URL          a running instance (${DEFAULT_URL})
  --token TOKEN      an admin token or a personal access token; better in HALYARD_TOKEN, which keeps it out of the process list
  --help

Certificates and proxies: HALYARD_CA_FILE, HTTPS_PROXY and others, see docs/configuration.md.
Example: halyard api createFeature projectId=default name=checkout
Exit status: 0 done, 1 could not run, 2 wrong usage, 3 rejected (status 4xx), 4 the instance failed (status 5xx).
`

/** Operations of people and programs that administrate, by id. Those of SDKs want other tokens. */
export const API_OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  OPERATIONS.filter(({ audience }) => audience === 'admin' || audience === 'open').map((one) => [
    one.operationId,
    one,
  ]),
)

/** Request as the arguments say it. */
export type ApiOptions =
  | { kind: 'list'; text: string }
  | { kind: 'describe'; operation: Operation }
  | {
      kind: 'request'
      operation: Operation
      path: string
      /** JSON; undefined: there is none. `from`: it is still to be read. */
      body: { text: string } | { from: string } | undefined
      json: boolean
      url: string
      token: string
    }

const text = { type: 'string' } as const
const yes = { type: 'boolean' } as const

/** Reads the arguments. Throws an Error with the reason if they are invalid. */
export function readApiOptions(args: readonly string[], env: NodeJS.ProcessEnv): ApiOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { body: text, json: yes, list: yes, describe: yes, url: text, token: text },
  })
  const [id, ...given] = positionals
  if (values.list) return { kind: 'list', text: id ?? '' }
  const operation = operationNamed(id)
  if (values.describe) return { kind: 'describe', operation }
  const { path, fields } = place(operation, given)
  return {
    kind: 'request',
    operation,
    path,
    body: bodyOf(operation, values.body, fields),
    json: values.json ?? false,
    ...readTarget(values, env, { ...OR_BY_OPTION, isOpen: operation.audience === 'open' }),
  }
}

function operationNamed(id: string | undefined): Operation {
  if (id === undefined) throw new Error('Name an operation; halyard api --list names them.')
  const found = API_OPERATIONS.get(id)
  if (found) return found
  const like = [...API_OPERATIONS.keys()].filter((one) => one.toLowerCase().includes(id.toLowerCase()))
  const hint = like.length > 0 ? ` Did you mean ${like.slice(0, 5).join(', ')}?` : ''
  throw new Error(`There is no operation ${id}.${hint} halyard api --list names them.`)
}

type Fields = Map<string, unknown>

/** Distributes the values over path, query and body. */
function place(operation: Operation, given: readonly string[]): { path: string; fields: Fields } {
  const params = new Map<string, string>()
  const query = new URLSearchParams()
  const fields: Fields = new Map()
  for (const one of given) {
    const [, name = '', sign, value = ''] = /^([^=:]+)(:?=)(.*)$/s.exec(one) ?? []
    if (sign === undefined) throw new Error(`${one}: write NAME=VALUE, or NAME:=JSON`)
    if (sign === ':=') fields.set(name, fromJson(name, value))
    else if (Object.hasOwn(operation.params.shape, name)) params.set(name, value)
    else if (Object.hasOwn(operation.query.shape, name)) query.append(name, value)
    else fields.set(name, value)
  }
  const known = namesOf(operation)
  for (const name of fields.keys())
    if (!hasBody(operation))
      throw new Error(
        `${operation.operationId} has no ${name}. It has: ${known.join(', ') || 'no parameters'}`,
      )
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params.get(name)
    if (value === undefined) throw new Error(`${operation.operationId} needs ${name}=VALUE`)
    return encodeURIComponent(value)
  })
  return { path: query.size > 0 ? `${path}?${query.toString()}` : path, fields }
}

/** Names of the parameters of path and query. */
export const namesOf = ({ params, query }: Operation): string[] => [
  ...Object.keys(params.shape),
  ...Object.keys(query.shape),
]

function bodyOf(operation: Operation, body: string | undefined, fields: Fields) {
  if (body === undefined && fields.size === 0)
    return hasBody(operation) && operation.bodyIsOptional !== true ? { text: '{}' } : undefined
  if (!hasBody(operation)) throw new Error(`${operation.operationId} takes no body`)
  if (body === undefined) return { text: JSON.stringify(Object.fromEntries(fields)) }
  if (fields.size > 0)
    throw new Error(`--body is the whole body: it does not go with ${[...fields.keys()].join(', ')}`)
  if (body === '-' || body.startsWith('@')) return { from: body === '-' ? '-' : body.slice(1) }
  fromJson('--body', body)
  return { text: body }
}

function fromJson(name: string, value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    throw new Error(`${name}: this is not JSON: ${value.slice(0, 100)}`)
  }
}
