import type { Audience } from '../../contract-engine/operation.ts'
import type { DiagnosisFinding } from '../schemas/diagnosis.ts'
import type { FoundUrl } from './read-text.ts'
import { redactUrl } from './redacted-text.ts'
import { toFinding, type FindingRule, type Instance, type InstanceFacts } from './terms.ts'
import { PATH_RULES, URL_RULES } from './url-rules.ts'

/** A URL as it was judged. */
export interface JudgedUrl {
  shown?: string
  /** API that the URL leads to. */
  audience?: Audience
  /** Contract version of the port that it leads to. */
  contract?: string
  findings: DiagnosisFinding[]
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])
/** Parameters that hold a token. */
const SECRET_PARAMETERS = [
  'token',
  'authorization',
  'apikey',
  'api_key',
  'api-key',
  'clientkey',
  'secret',
  'access_token',
]

/**
 * Judges a URL. `isRequest`: it is the URL of a request that failed, not the one that an SDK was given. Without an
 * instance, its path alone counts.
 */
export function judgeUrl(
  { text, isAlone }: FoundUrl,
  isRequest: boolean,
  { instance, terms }: { instance: Instance | undefined; terms: InstanceFacts },
): JudgedUrl {
  const hasScheme = /^https?:\/\/[^/]/i.test(text)
  const url = parse(hasScheme ? text : `http://${text.replace(/^[^:/\\]{0,10}:?[/\\]{1,3}/, '')}`)
  const rules: FindingRule[] = []
  if (!url) return { findings: [toFinding(URL_RULES.invalid, terms)] }
  if (!hasScheme && !isRequest) rules.push(URL_RULES.noScheme)
  if (url.username !== '' || url.password !== '') rules.push(URL_RULES.withUser)
  if (SECRET_PARAMETERS.some((name) => hasParameter(url, name))) rules.push(URL_RULES.withToken)
  if (url.hash.length > 1) rules.push(URL_RULES.withHash)
  const place = placeOf(url, hasScheme, instance)
  rules.push(...place.rules)
  const { rule, audience } =
    place.isConnection && !hasScheme ? {} : pathOf(url, isRequest && !isAlone, instance)
  if (rule) rules.push(rule)
  return {
    shown: redactUrl(url, instance?.basePath ?? ''),
    ...(audience === undefined ? {} : { audience }),
    ...(place.contract === undefined ? {} : { contract: place.contract }),
    findings: rules.map((one) => toFinding(one, terms)),
  }
}

interface UrlPlace {
  rules: FindingRule[]
  contract?: string
  /** Host and port alone, as an error of a connection names them. */
  isConnection: boolean
}

/** Judges scheme, host and port. */
function placeOf(url: URL, hasScheme: boolean, instance: Instance | undefined): UrlPlace {
  const isConnection = url.pathname === '/'
  if (url.hostname === '0.0.0.0') return { rules: [URL_RULES.anyAddress], isConnection }
  const own = instance === undefined ? undefined : parse(instance.url)
  if (!instance || !own) return { rules: [], isConnection }
  const isHere = url.hostname === own.hostname || (LOOPBACK.has(url.hostname) && LOOPBACK.has(own.hostname))
  if (!isHere && !LOOPBACK.has(url.hostname)) return { rules: [URL_RULES.otherHost], isConnection }
  const port = portOf(url)
  const known = instance.ports.find((one) => one.port === port)
  const contract = known?.contract ?? (port === portOf(own) ? instance.contract : undefined)
  const rules: FindingRule[] = []
  if (hasScheme && url.protocol === 'https:' && own.protocol === 'http:') rules.push(URL_RULES.httpsHere)
  else if (contract === undefined) rules.push(URL_RULES.otherPort)
  if (isHere && url.protocol === 'http:' && own.protocol === 'https:' && hasScheme)
    rules.push(URL_RULES.httpHere)
  return { rules, isConnection, ...(contract === undefined ? {} : { contract }) }
}

const portOf = ({ port, protocol }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))

/** Judges the path. */
function pathOf(
  { pathname, hash }: URL,
  isRequest: boolean,
  instance: Instance | undefined,
): { rule?: FindingRule; audience?: Audience } {
  const basePath = instance?.basePath ?? ''
  const isBased = pathname === basePath || pathname.startsWith(`${basePath}/`)
  const behind = (isBased ? pathname.slice(basePath.length) : pathname).toLowerCase()
  const path = behind
    .split('/')
    .filter((word) => word !== '')
    .map((word) => `/${word}`)
    .join('')
  const use = isRequest ? 'requested' : 'configured'
  const found = PATH_RULES.find(
    (rule) => (rule.use === undefined || rule.use === use) && rule.pattern.test(path),
  )
  if (basePath !== '' && !isBased) return { rule: URL_RULES.noBasePath, ...audienceOf(found) }
  if (hash.length > 1 && path === '') return {}
  if (!found) return { rule: URL_RULES.unknownPath }
  if (found.severity === 'fine' && behind.includes('//'))
    return { rule: URL_RULES.doubleSlash, ...audienceOf(found) }
  return { rule: found, ...audienceOf(found) }
}

const audienceOf = (rule: { audience?: Audience } | undefined) =>
  rule?.audience === undefined ? {} : { audience: rule.audience }

function hasParameter(url: URL, name: string): boolean {
  for (const key of url.searchParams.keys()) if (key.toLowerCase() === name) return true
  return false
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
