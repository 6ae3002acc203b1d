import type { RecordedBody, RequestReplay } from '#shared/instance/schemas/request-log.ts'
import { hasBody } from '#shared/contract/index.ts'
import { CENSORED } from '#kernel/censor-secrets.ts'
import { maskUrl } from '#kernel/mask-secrets.ts'
import { CUT, type KeptRequest } from './kept-request.ts'

/** Kind of the window's procedure of an operation; undefined: it has none. */
export type ProcedureKindOf = (operationId: string) => 'query' | 'mutation' | undefined

/** Describes how the window can send a request again. What was masked is gone, so such a request cannot be sent. */
export function replayOf(kept: KeptRequest, body: RecordedBody, kindOf: ProcedureKindOf): RequestReplay {
  const { operation, url } = kept
  const none = (reason: string): RequestReplay => ({
    ...{ kind: 'none', reason },
    ...{ params: {}, query: {}, body: null },
  })
  if (operation === undefined) return none('It is for no operation of the API.')
  const kind = operation.audience === 'admin' ? kindOf(operation.operationId) : undefined
  if (kind === undefined)
    return none('Only operations of the Admin API can be replayed. Copy it as cURL, and use a token.')
  if (url.endsWith(CUT)) return none('Its address is too long to be kept.')
  if (maskUrl(url) !== url) return none('Its address holds a secret, which is not kept.')
  if (body.isMasked) return none('Its body holds a secret, which is not kept.')
  if (
    hasBody(operation) &&
    body.state !== 'recorded' &&
    !(body.state === 'empty' && operation.bodyIsOptional)
  )
    return none('Its body was not recorded. Record bodies, and send it once more.')
  const [path = '', search = ''] = url.split('?', 2)
  return {
    kind: kind === 'query' ? 'read' : 'write',
    reason: null,
    params: paramsOf(operation.path, path),
    query: queryOf(search),
    body: body.state === 'recorded' ? body.value : null,
  }
}

function paramsOf(template: string, path: string): Record<string, string> {
  const sent = path.split('/').filter((part) => part !== '')
  return Object.fromEntries(
    template
      .split('/')
      .filter((part) => part !== '')
      .flatMap((part, index) =>
        part.startsWith(':') ? [[part.slice(1), decoded(sent[index] ?? '')] as const] : [],
      ),
  )
}

function queryOf(search: string): Record<string, string | string[]> {
  const query = new Map<string, string | string[]>()
  for (const [key, value] of new URLSearchParams(search)) {
    const isList = key.endsWith('[]')
    const name = isList ? key.slice(0, -2) : key
    const before = query.get(name)
    query.set(name, before === undefined ? (isList ? [value] : value) : [before, value].flat())
  }
  return Object.fromEntries(query)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return CENSORED
  }
}
