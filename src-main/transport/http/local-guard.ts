import { AppError } from '../../kernel/app-error.ts'

/** Host names of the service: those of this machine, and those from the settings. */
export interface GuardOptions {
  /** Host names beyond the loopback's own; `*` for any. */
  allowedHosts: readonly string[]
  /** Public URL of the pages, if a proxy stands in front; empty: none. */
  baseUrl?: string
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Keeps web pages of other sites out: a page cannot choose its Host header (against DNS rebinding), nor hide its Origin.
 * SDKs, curl and other programs send no Origin. The frontend API has CORS instead (`anyOrigin`). Throws 403.
 */
export function checkOrigin(
  headers: { host?: string | undefined; origin?: string | undefined },
  { allowedHosts, baseUrl }: GuardOptions,
  anyOrigin: boolean,
): void {
  const { host = '', origin } = headers
  const allowed = (name: string) =>
    LOOPBACK.includes(name) || allowedHosts.includes('*') || allowedHosts.includes(name)
  // a check of a proxy may name none, which is one of any; browsers always do
  if (!allowed(nameOf(host)))
    throw new AppError('ForeignOriginError', `This service does not answer for the host "${host}".`)
  if (anyOrigin || origin === undefined) return
  // exact comparison: another port or scheme on this machine is another program
  const theirs = originOf(origin)
  if (theirs !== undefined && theirs === originOf(`${schemeOf(host, baseUrl)}//${host}`)) return
  throw new AppError(
    'ForeignOriginError',
    `Pages of "${origin}" may not use this service. Behind a proxy, set \`baseUrl\` to the URL that people use.`,
  )
}

const nameOf = (host: string) => host.replace(/:\d+$/, '').toLowerCase()

/** We speak http; a proxy in front speaks what the configured URL says, for the host that it names. */
function schemeOf(host: string, baseUrl: string | undefined): string {
  const url = baseUrl ? new URL(baseUrl) : undefined
  return url?.host === host.toLowerCase() ? url.protocol : 'http:'
}

/** Reads the origin of a URL. Returns undefined if the text is not a URL, such as `null`. */
function originOf(url: string): string | undefined {
  const origin = URL.canParse(url) ? new URL(url).origin : undefined
  return origin === 'null' ? undefined : origin
}
