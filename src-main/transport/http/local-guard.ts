import { AppError } from '../../kernel/app-error.ts'

/** Who may be asked for: names of this machine, and what the settings add. */
export interface GuardOptions {
  /** Host names beyond the loopback's own; `*` for any. */
  allowedHosts: readonly string[]
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Keeps web pages of other sites out: a page cannot choose its Host header (against DNS rebinding), nor hide its Origin.
 * SDKs, curl and other programs send no Origin. The frontend API has CORS instead (`anyOrigin`). Throws 403.
 */
export function checkOrigin(
  headers: { host?: string | undefined; origin?: string | undefined },
  { allowedHosts }: GuardOptions,
  anyOrigin: boolean,
): void {
  const allowed = (name: string) =>
    LOOPBACK.includes(name) || allowedHosts.includes('*') || allowedHosts.includes(name)
  if (headers.host === undefined || !allowed(nameOf(headers.host))) {
    throw new AppError(
      'ForeignOriginError',
      `This service does not answer for the host "${headers.host ?? ''}".`,
    )
  }
  if (anyOrigin || headers.origin === undefined) return
  const origin = parseOrigin(headers.origin)
  // the same site to the last letter: another port of this machine is another program
  if (origin?.host !== headers.host) {
    throw new AppError('ForeignOriginError', `Pages of "${headers.origin}" may not use this service.`)
  }
}

const nameOf = (host: string) => host.replace(/:\d+$/, '').toLowerCase()

function parseOrigin(origin: string): URL | undefined {
  return URL.canParse(origin) ? new URL(origin) : undefined
}
