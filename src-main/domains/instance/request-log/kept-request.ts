import type { Operation } from '#shared/contract/index.ts'
import { placeIn } from '#shared/contract-engine/place.ts'
import type { LoggedRequest, RequestCaller } from '#shared/instance/schemas/request-log.ts'
import type { Actor } from '#kernel/caller.ts'
import { CENSORED } from '#kernel/censor-secrets.ts'
import { isSecretName, maskText } from '#kernel/mask-secrets.ts'
import type { WatchedRequest } from '#kernel/request-watch.ts'
import type { ErrorDetail, ErrorName } from '#shared/errors/error-table.ts'
import type { AppError } from '#kernel/app-error.ts'

/** Error that a request was answered with. */
interface KeptRefusal {
  readonly name: ErrorName
  readonly message: string
  readonly details: readonly Pick<ErrorDetail, 'message' | 'path'>[]
  /** The decision behind a missing permission, as sentences. */
  readonly explanation: readonly string[]
  /** Seconds after which the client may try again. */
  readonly retryAfter: string | undefined
  readonly size: number
}

const MAX_DETAILS = 20

const MAX_LINES = 50

const MAX_TEXT = 500

/** Keeps what is shown of an error: not its cause and not its stack. */
function keepRefusal(error: AppError, request: WatchedRequest): KeptRefusal {
  const hide = hiderOf(request)
  const short = (text: string) => hide(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)
  const message = short(error.message)
  const details = error.details.slice(0, MAX_DETAILS).map(({ message: text, path }) => ({
    message: short(text),
    ...(path === undefined ? {} : { path: short(path) }),
  }))
  const explanation = explanationIn(error).slice(0, MAX_LINES).map(short)
  const size = [message, ...explanation, ...details.flatMap((one) => [one.message, one.path ?? ''])].reduce(
    (sum, text) => sum + text.length,
    0,
  )
  const retryAfter = error.headers['retry-after']
  return { name: error.name, message, details, explanation, retryAfter, size }
}

function explanationIn({ extra }: AppError): string[] {
  const decision = extra['decision'] as { explanation?: unknown } | undefined
  return Array.isArray(decision?.explanation) ? decision.explanation.map(String) : []
}

/** An error may repeat a secret of the path, whatever its form is. */
function hiderOf({ url, path }: WatchedRequest): (text: string) => string {
  const sent = (url.split('?', 1)[0] ?? '').split('/').filter((part) => part !== '')
  const shown = path.split('/').filter((part) => part !== '')
  const secrets = sent
    .filter((part, index) => part !== shown[index])
    .flatMap((part) => [part, decoded(part)])
    .sort((a, b) => b.length - a.length)
  return (text) => maskText(secrets.reduce((rest, secret) => rest.replaceAll(secret, CENSORED), text))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * Request as it is in memory. Headers with secrets are masked already; what is masked by its form is masked when somebody
 * reads the log, since nearly all requests are never read.
 */
export interface KeptRequest {
  readonly id: number
  /** Estimate of the memory that it takes, in bytes. */
  readonly size: number
  readonly at: number
  readonly method: string
  readonly url: string
  readonly headers: readonly string[]
  readonly ip: string
  readonly port: number | undefined
  readonly contract: string
  readonly operation: Operation | undefined
  readonly caller: RequestCaller
  readonly callerName: string | undefined
  readonly project: string | undefined
  readonly environment: string | undefined
  readonly refusal: KeptRefusal | undefined
  /** Its line in the list, once somebody has read it. */
  shown: LoggedRequest | undefined
  status: number | undefined
  ms: number | undefined
  bytes: number | undefined
}

/** Size of an entry without its texts, with its line in the list. */
const BASE_SIZE = 1000
const MAX_HEADER = 500
const MAX_URL = 2000
/** Ends a text that was too long. */
export const CUT = '…'

/** Keeps what is shown of a request. It runs for every request. */
export function keepRequest(id: number, at: number, request: WatchedRequest): KeptRequest {
  const { operation, actor, refusal } = request
  const headers: string[] = []
  const url = short(request.url, MAX_URL)
  let size = BASE_SIZE + request.url.length
  for (const [name, value] of Object.entries(request.headers)) {
    const text = isSecretName(name)
      ? CENSORED
      : short(typeof value === 'string' ? value : String(value), MAX_HEADER)
    headers.push(name, text)
    size += name.length + text.length
  }
  const kept = refusal && keepRefusal(refusal, request)
  const { project, environment } = placeOf(operation, actor, request.params)
  return {
    id,
    size: size + (kept?.size ?? 0),
    at,
    method: request.method,
    url,
    headers,
    ip: request.ip,
    port: request.port,
    contract: request.contract,
    operation,
    caller: callerOf(actor, request.presented),
    callerName: actor && 'username' in actor ? actor.username : undefined,
    project,
    environment,
    refusal: kept,
    shown: undefined,
    status: request.status,
    ms: request.ms,
    bytes: request.bytes,
  }
}

function callerOf(actor: Actor | undefined, presented: boolean): RequestCaller {
  if (actor === undefined) return 'unchecked'
  return actor.kind === 'anonymous' && presented ? 'unknown-token' : actor.kind
}

const short = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}${CUT}` : text)

interface ProjectScope {
  project?: string | undefined
  environment?: string | undefined
}
const NOWHERE: ProjectScope = {}

/** Finds the project and environment: those of an SDK's token, or those that the path names. */
function placeOf(operation: Operation | undefined, actor: Actor | undefined, params: unknown): ProjectScope {
  if (actor !== undefined && 'environment' in actor) {
    const [project, ...others] = actor.projects
    return {
      project: project === '*' || others.length > 0 ? undefined : project,
      environment: actor.environment,
    }
  }
  const place = operation?.place
  if (typeof place !== 'object') return NOWHERE
  const { project, environments } = placeIn(place, { params, body: undefined })
  return { project, environment: environments.length === 1 ? environments[0] : undefined }
}
