/**
 * The origins that may use the frontend API from a page; empty or with `*`: all
 * (docs/contract/clients.md#frontend-api).
 */
export type AllowedOrigins = () => readonly string[]

const METHODS = 'GET,HEAD,PUT,PATCH,POST,DELETE'
const MAX_AGE_SECONDS = '86400'

/** The CORS headers of an answer (recorded exchanges frontend-api/*). */
export function corsHeaders(origin: string | undefined, allowed: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'ETag',
  }
  if (allowed.length === 0 || allowed.includes('*')) return { ...headers, 'access-control-allow-origin': '*' }
  return {
    ...headers,
    vary: 'Origin',
    ...(origin !== undefined && allowed.includes(origin) ? { 'access-control-allow-origin': origin } : {}),
  }
}

/** Further headers of the answer to a preflight (recorded exchange frontend-api/cors-preflight). */
export function preflightHeaders(requestedHeaders: string | undefined): Record<string, string> {
  return {
    'access-control-allow-methods': METHODS,
    'access-control-max-age': MAX_AGE_SECONDS,
    ...(requestedHeaders === undefined ? {} : { 'access-control-allow-headers': requestedHeaders }),
  }
}
