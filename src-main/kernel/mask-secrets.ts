import { withoutSecrets } from '#shared/contract-engine/secret-paths.ts'
import { CENSORED, censorSecrets } from './censor-secrets.ts'
import { LruMap } from '#runtime/lru-map.ts'

/** Names of headers, parameters and properties whose values are secrets. */
const SECRET_NAME =
  /pass(?:word|wd|phrase)|secret|token|authori[sz]ation|authentication|(?:^|[-_])auth(?:$|[-_])|cookie|credential|api[-_]?key|private|signature|assertion|saml|verifier|database-?url|hmac|[cx]srf|jwt|bearer/i
/** Names of what only describes a secret. */
const ABOUT_SECRET = /(?:name|type|kind|id|count|expiry|expires(?:at)?|enabled|issuer|url)$/i
/** Parameters of sign-ins, in a query alone. */
const SECRET_IN_QUERY = /^(?:code|state|sig|key|relaystate)$/i
const USER_IN_URL = /\/\/[^/\s@]+@/g
const PARAMETER = /(?<![\w-])([\w-]{1,60})=[^&\s"']+/g
/** JSON that is nested deeper is not shown. */
const MAX_DEPTH = 40

/** Longer names are judged each time. */
const MAX_KNOWN_NAME = 200
const known = new LruMap<string, boolean>(1000)

/** Checks whether values of this name are secrets. Names repeat: the answer is kept. */
export function isSecretName(name: string): boolean {
  const before = known.get(name)
  if (before !== undefined) return before
  const isSecret = SECRET_NAME.test(name) && (!ABOUT_SECRET.test(name) || /database-?url$/i.test(name))
  if (name.length <= MAX_KNOWN_NAME) known.set(name, isSecret)
  return isSecret
}

/** Masks secrets in a text: tokens by their form, passwords in URLs, parameters by their names. */
export const maskText = (text: string): string =>
  censorSecrets(text)
    .replaceAll(USER_IN_URL, `//${CENSORED}@`)
    .replaceAll(PARAMETER, (whole, name: string) => (isSecretName(name) ? `${name}=${CENSORED}` : whole))

/** Masks a request's path and query. A part is masked as a whole if it is a secret once it is decoded. */
export function maskUrl(url: string): string {
  const at = url.indexOf('?')
  const path = withoutSecrets(url).split('/').map(maskPart).join('/')
  return at === -1
    ? path
    : `${path}?${url
        .slice(at + 1)
        .split('&')
        .map(maskParameter)
        .join('&')}`
}

function maskPart(part: string): string {
  const plain = decoded(part)
  return maskText(plain) === plain ? part : CENSORED
}

function maskParameter(parameter: string): string {
  const at = parameter.indexOf('=')
  if (at === -1) return maskPart(parameter)
  const name = parameter.slice(0, at)
  const plainName = decoded(name)
  if (isSecretName(plainName) || SECRET_IN_QUERY.test(plainName)) return `${maskPart(name)}=${CENSORED}`
  return `${maskPart(name)}=${maskPart(parameter.slice(at + 1))}`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}

/** Masks the secrets in a JSON value: by the names of properties, and by the form of texts. */
export function maskJson(value: unknown, isSecret = false, depth = 0): unknown {
  if (typeof value === 'string') return isSecret && value !== '' ? CENSORED : maskString(value)
  if (typeof value === 'number') return isSecret ? CENSORED : value
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) return CENSORED
  if (Array.isArray(value)) return value.map((one) => maskJson(one, isSecret, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      maskText(name),
      maskJson(one, isSecret || isSecretName(name), depth + 1),
    ]),
  )
}

/** Links may hold a secret in their path or query. */
function maskString(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return maskText(text)
  const { origin, pathname, search } = new URL(text)
  return pathname === '/' && search === '' ? maskText(text) : origin + maskUrl(pathname + search)
}
