import type { ErrorDetail, ErrorName } from '#shared/errors/error-table.ts'
import type { AppError } from '#kernel/app-error.ts'
import { CENSORED } from '#kernel/censor-secrets.ts'
import { maskText } from '#kernel/mask-secrets.ts'
import type { WatchedRequest } from '#kernel/request-watch.ts'

/** Error that a request was answered with. */
export interface KeptRefusal {
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
export function keepRefusal(error: AppError, request: WatchedRequest): KeptRefusal {
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
