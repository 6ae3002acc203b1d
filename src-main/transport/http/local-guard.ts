import { AppError } from '#kernel/app-error.ts'

/** Host names of the service: those of this machine, and those from the settings. */
export interface GuardOptions {
  /** Host names beyond the loopback's own; `*` for any. */
  allowedHosts: readonly string[]
  /** Public URL of the pages, if a proxy stands in front; empty: none. */
  baseUrl?: string
}

interface SentOrigin {
  host?: string | undefined
  origin?: string | undefined
  /** True if a trusted proxy got the request over https. */
  isSecure?: boolean
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Keeps web pages of other sites out: a page cannot choose its Host header (against DNS rebinding), nor hide its Origin.
 * SDKs, curl and other programs send no Origin. The frontend API has CORS instead (`anyOrigin`). Throws 403.
 */
export function checkOrigin(
  { host = '', origin, isSecure = false }: SentOrigin,
  { allowedHosts, baseUrl }: GuardOptions,
  anyOrigin: boolean,
): void {
  const allowed = (name: string) =>
    LOOPBACK.includes(name) || allowedHosts.includes('*') || allowedHosts.includes(name)
  // a check of a proxy may name none, which is one of any; browsers always do
  if (!allowed(nameOf(host)))
    throw new AppError('ForeignOriginError', `This service does not answer for the host "${host}".`)
  if (anyOrigin || origin === undefined) return
  // exact comparison: another port or scheme on this machine is another program
  const theirs = originOf(origin)
  if (theirs !== undefined && theirs === originOf(`${schemeOf(host, { baseUrl, isSecure })}//${host}`)) return
  throw new AppError(
    'ForeignOriginError',
    `Pages of "${origin}" may not use this service. Behind a proxy, set \`baseUrl\` to the URL that people use, or ` +
      'name the proxy in `trustedProxies`.',
  )
}

const nameOf = (host: string) => host.replace(/:\d+$/, '').toLowerCase()

/** We speak http; a proxy in front speaks what the configured URL says, for the host that it names, or what it says itself. */
function schemeOf(
  host: string,
  { baseUrl, isSecure }: { baseUrl: string | undefined; isSecure: boolean },
): string {
  const url = baseUrl ? new URL(baseUrl) : undefined
  if (url?.host === host.toLowerCase()) return url.protocol
  return isSecure ? 'https:' : 'http:'
}

/** Reads the origin of a URL. Returns undefined if the text is not a URL, such as `null`. */
function originOf(url: string): string | undefined {
  const origin = URL.canParse(url) ? new URL(url).origin : undefined
  return origin === 'null' ? undefined : origin
}
