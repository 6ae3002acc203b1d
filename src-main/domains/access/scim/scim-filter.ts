import { SCIM_LIMITS } from '#shared/access/schemas/scim.ts'
import { blankQuotedText } from '../groups/quoted-text.ts'
import { badScim, callScimLibrary } from './scim-error.ts'
import { scimmy } from './scimmy.ts'

/** A comparison of one attribute. */
export interface Comparison {
  /** Path of the attribute in lower case, without the URN of its schema: `emails.value`. */
  attribute: string
  operator: string
  value: string | number | boolean | null
  isNegated: boolean
}

/** Alternatives of a filter; all comparisons of one of them must hold. */
export type Filter = readonly (readonly Comparison[])[]

const LOGIC = /\b(?:and|or|not)\b/gi
const SCHEMA_URN =
  /urn:ietf:params:scim:schemas:(?:core:2\.0:(?:User|Group)|extension:enterprise:2\.0:User):/gi
/** Names that the library would look up on what every object inherits. */
const INHERITED = /\b(?:__\w+__|constructor|prototype|hasOwnProperty|toString|valueOf)\b/
const NEGATED_GROUP = /\bnot\s*\([^()]*\b(?:and|or)\b/i
/** A level of parentheses inside another of `not`. */
const NEGATED_NESTING = /\bnot\s*\(\s*\(/i

/**
 * Reads a filter with the SCIM library, into alternatives of comparisons. The library multiplies alternatives out, so
 * the number of logical operators is bounded first. Throws 400 `invalidFilter`.
 */
export async function readFilter(text: string): Promise<Filter> {
  if (text.length > SCIM_LIMITS.filter)
    throw badScim(
      'invalidFilter',
      `The filter has more than ${SCIM_LIMITS.filter} characters. Use a shorter one.`,
    )
  const skeleton = blankQuotedText(text, '"')
  if ((skeleton.match(LOGIC)?.length ?? 0) > SCIM_LIMITS.operators)
    throw badScim(
      'invalidFilter',
      `The filter has more than ${SCIM_LIMITS.operators} logical operators. Use fewer.`,
    )
  if (INHERITED.test(skeleton))
    throw badScim('invalidFilter', 'The filter names an attribute that does not exist.')
  // the library negates each part but keeps the operator between them, which changes the condition
  if (NEGATED_GROUP.test(skeleton) || NEGATED_NESTING.test(skeleton))
    throw badScim(
      'invalidFilter',
      'A negation of several conditions is not supported. Negate each condition.',
    )
  const { Types } = await scimmy()
  const alternatives = callScimLibrary(
    'invalidFilter',
    () => new Types.Filter(text.trim().replace(SCHEMA_URN, '')) as unknown,
  )
  if (!Array.isArray(alternatives)) throw badScim('invalidFilter', 'The filter cannot be read.')
  return alternatives.map((one: unknown) => comparisonsOf(one, ''))
}

/** Reads what the library made: attributes, each with comparisons or with further attributes. */
function comparisonsOf(tree: unknown, path: string): Comparison[] {
  if (Array.isArray(tree)) {
    const several: readonly unknown[] = tree
    return Array.isArray(several[0]) || several.length === 0
      ? several.flatMap((one) => comparisonsOf(one, path))
      : [comparisonOf(several, path)]
  }
  if (typeof tree !== 'object' || tree === null) throw badScim('invalidFilter', 'The filter cannot be read.')
  return Object.entries(tree).flatMap(([name, inner]) =>
    comparisonsOf(inner, path === '' ? name.toLowerCase() : `${path}.${name.toLowerCase()}`),
  )
}

function comparisonOf(parts: readonly unknown[], attribute: string): Comparison {
  const isNegated = parts[0] === 'not'
  const [operator, value] = isNegated ? parts.slice(1) : parts
  return {
    attribute,
    operator: String(operator).toLowerCase(),
    value: value instanceof Date ? value.toISOString() : ((value ?? null) as Comparison['value']),
    isNegated,
  }
}
