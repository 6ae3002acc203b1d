import { causeOf, STATUS_CAUSES } from './causes.ts'
import { KNOWN_TEXTS, STATUS_NAMES, STATUS_TEXTS } from './connection-errors.ts'
import { SDK_ERRORS, SDK_SIGNS } from './sdk-errors.ts'
import type { FindingRule, SdkId } from './terms.ts'

/** Errors that a text names. */
export interface ReadErrors {
  sdk?: SdkId
  statuses: readonly number[]
  causes: readonly FindingRule[]
}

/** Generic causes, dropped once a specific cause is found. */
const VAGUE = new Set(['see-status', 'see-cause', 'browser-no-answer'])
/** Causes that explain a status better than its number does. */
const EXPLAINS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'wrong-kind': 403,
    'no-token': 401,
    'token-not-valid': 401,
    'host-not-allowed': 403,
    'origin-not-allowed': 403,
    'no-permission': 403,
    maintenance: 503,
    'disk-full': 507,
  }),
)

/** Finds the errors that a text holds. Every pattern reads the text once. */
export function readErrors(text: string): ReadErrors {
  const known = SDK_ERRORS.flatMap((error) => {
    const match = error.pattern.exec(text)
    return match ? [{ ...error, found: match[1] === undefined ? error.status : Number(match[1]) }] : []
  })
  const ids = new Set<string>([
    ...known.flatMap(({ cause }) => (cause === undefined ? [] : [cause])),
    ...KNOWN_TEXTS.flatMap(({ cause, pattern }) => (pattern.test(text) ? [cause] : [])),
  ])
  const fromSdk = known.flatMap(({ found }) => (found === undefined ? [] : [found]))
  const statuses = statusesOf(text, fromSdk, ids)
  const explained = new Set([...ids].map((id) => EXPLAINS.get(id)))
  const left = statuses.filter((status) => !explained.has(status))
  const isTold = left.length > 0 || [...ids].some((id) => !VAGUE.has(id))
  const causes = [
    ...[...ids].filter((id) => !isTold || !VAGUE.has(id)).map(causeOf),
    ...left.flatMap((status) => STATUS_CAUSES[status] ?? []),
  ]
  const sdk = known[0]?.sdk ?? SDK_SIGNS.find(({ pattern }) => pattern.test(text))?.sdk
  return { statuses, causes, ...(sdk === undefined || causes.length === 0 ? {} : { sdk }) }
}

function statusesOf(text: string, fromSdk: readonly number[], causes: ReadonlySet<string>): number[] {
  const found = STATUS_TEXTS.flatMap((pattern) => {
    const status = Number(pattern.exec(text)?.[1])
    return Object.hasOwn(STATUS_CAUSES, status) ? [status] : []
  })
  const numbers = [...new Set([...fromSdk.filter((one) => Object.hasOwn(STATUS_CAUSES, one)), ...found])]
  if (numbers.length > 0 || [...causes].some((id) => !VAGUE.has(id))) return numbers
  return STATUS_NAMES.flatMap(({ pattern, status }) => (pattern.test(text) ? [status] : [])).slice(0, 1)
}
