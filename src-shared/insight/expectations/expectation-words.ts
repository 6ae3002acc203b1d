import { percentage } from '../../figures.ts'
import {
  isOfFlag,
  type AccessExpectation,
  type ExpectationContent,
  type ExpectationInput,
  type ExpectedResult,
  type FlagExpectation,
} from '../schemas/expectation.ts'

/** Longest name that is made of a context. A longer one ends with a number that tells it from others. */
const MAX_NAME = 200

/** Name of an expectation: its own, or one made of what it is about, so that another result is the same expectation. */
export function nameOfExpectation(one: ExpectationInput): string {
  if (one.name !== undefined) return one.name
  const made = subjectInWords(one)
  return made.length <= MAX_NAME ? made : `${made.slice(0, MAX_NAME)}… ${hashOf(made)}`
}

/** Says what an expectation is about, such as `checkout in production for userId=7`. */
export function subjectInWords(one: ExpectationContent): string {
  if (!isOfFlag(one)) return accessInWords(one as AccessExpectation)
  return `${one.flag} in ${one.environment}${audienceOf(one)}`
}

/** Says what is expected, such as `on, blue` or `on for 50% of 1000 users`. */
export function expectedInWords(one: ExpectationContent): string {
  if (!isOfFlag(one)) return one.allowed ? 'allowed' : 'not allowed'
  const { share } = one.expect
  const result = resultInWords(one.expect)
  return share === undefined
    ? result
    : `${result} for ${percentage(share)} ± ${percentage(toleranceOf(one.expect))}`
}

/** Percentage points by which a share may differ. */
export const toleranceOf = ({ tolerance }: ExpectedResult): number => tolerance ?? DEFAULT_TOLERANCE
const DEFAULT_TOLERANCE = 5

/** Names a result: `on`, `off`, `on, blue`, or `off: disabled`. */
export const resultInWords = ({
  enabled,
  variant,
  reason,
}: Pick<ExpectedResult, 'enabled' | 'variant' | 'reason'>): string =>
  `${enabled ? 'on' : 'off'}${variant === undefined ? '' : `, variant ${variant}`}${reason === undefined ? '' : `, ${reason}`}`

function accessInWords({ access, permission, project, environment }: AccessExpectation): string {
  const [kind = 'user', holder = ''] = Object.entries(access)[0] ?? []
  const place = [project && `project ${project}`, environment && `environment ${environment}`].filter(Boolean)
  return `${kind} ${holder}: ${permission}${place.length > 0 ? ` in ${place.join(', ')}` : ''}`
}

function audienceOf({ contexts, users }: FlagExpectation): string {
  if (users) {
    const { count, field = 'userId', context = {} } = users
    const more = contextInWords(context)
    return ` for ${count} users${field === 'userId' ? '' : ` by ${field}`}${more === '' ? '' : ` with ${more}`}`
  }
  const all = (contexts ?? []).map(contextInWords).filter((text) => text !== '')
  return all.length === 0 ? '' : ` for ${all.join(' and ')}`
}

/** Writes a context in a line: `userId=7 country=NO`. */
export function contextInWords({ properties, ...fields }: Readonly<Record<string, unknown>>): string {
  const all = { ...fields, ...(typeof properties === 'object' ? properties : {}) }
  return Object.entries(all)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
}

/** A short number of a text (FNV-1a), the same everywhere. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
