import type { LoggedRequest } from '#shared/instance/schemas/request-log.ts'
import { isSecretName, maskText, maskUrl } from '#kernel/mask-secrets.ts'
import { CENSORED } from '#kernel/censor-secrets.ts'
import { refusedBy } from './decision-of.ts'
import type { KeptRequest } from './kept-request.ts'

/** Headers that hold a URL. */
const URLS = new Set(['referer', 'origin'])

/** Describes a kept request for the list, with its secrets masked. */
export const toLoggedRequest = (kept: KeptRequest): LoggedRequest => (kept.shown ??= describe(kept))

function describe(kept: KeptRequest): LoggedRequest {
  const header = (name: string) => {
    const value = kept.headers.find((_text, index) => index % 2 === 1 && kept.headers[index - 1] === name)
    return value === undefined ? null : maskText(value)
  }
  return {
    id: kept.id,
    at: new Date(kept.at).toISOString(),
    method: kept.method,
    path: maskUrl(kept.url),
    operationId: kept.operation?.operationId ?? null,
    caller: kept.caller,
    callerName: kept.callerName ?? null,
    ip: kept.ip,
    userAgent: header('user-agent'),
    sdk: header('unleash-sdk'),
    appName: header('unleash-appname'),
    port: kept.port ?? null,
    contract: kept.contract,
    status: kept.status ?? null,
    durationMs: kept.ms === undefined ? null : Math.round(kept.ms * 100) / 100,
    requestBytes: Math.trunc(Number(header('content-length')) || 0),
    responseBytes: kept.status === undefined ? null : (kept.bytes ?? null),
    project: kept.project ?? null,
    environment: kept.environment ?? null,
    refusedBy: refusedBy(kept) ?? null,
    reason: kept.refusal?.message ?? null,
  }
}

/** Lists the headers of a request, with secrets masked by name and by form. */
export function headersOf({ headers }: KeptRequest): { name: string; value: string }[] {
  return headers.flatMap((name, index) => {
    if (index % 2 === 1) return []
    const value = headers[index + 1] ?? ''
    return [{ name: maskText(name), value: isSecretName(name) ? CENSORED : masked(name, value) }]
  })
}

function masked(name: string, value: string): string {
  if (!URLS.has(name) || !URL.canParse(value)) return maskText(value)
  const { origin, pathname, search } = new URL(value)
  return origin === 'null' ? maskText(value) : origin + maskUrl(pathname + search)
}
