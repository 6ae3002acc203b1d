import { Address4, Address6 } from 'ip-address'
import semver from 'semver'

import { compileExpression } from '../../expressions/index.ts'
import type { ConstraintInput, Operator } from '../schemas/constraint.ts'
import type { z } from 'zod'

type Draft = z.output<typeof ConstraintInput>

/** A context field may list the values it can have; a constraint on it can use no others. */
export type LegalValues = ReadonlySet<string>

export const MAX_VALUE_LENGTH = 100

/** Operators that compare with a list of `values`; the others with one `value`. */
const MULTI_VALUE: ReadonlySet<Operator> = new Set([
  'IN',
  'NOT_IN',
  'STR_CONTAINS',
  'STR_STARTS_WITH',
  'STR_ENDS_WITH',
  'IN_CIDR',
])

export function isMultiValue(operator: Operator): boolean {
  return MULTI_VALUE.has(operator)
}

/**
 * Finds a problem of a constraint beyond its shape, in the words clients know
 * (docs/contract/flags.md#constraints). Returns null if there is none. Used by the service, and by the window
 * during typing.
 */
export function constraintProblem(constraint: Draft, legalValues?: LegalValues): string | null {
  const problem = isMultiValue(constraint.operator) ? valuesProblem(constraint) : valueProblem(constraint)
  return problem ?? (legalValues ? legalValuesProblem(constraint, legalValues) : null)
}

/** Finds a problem of a constraint of a strategy or a segment, which names its context field. */
export function namedConstraintProblem(constraint: Draft, legalValues?: LegalValues): string | null {
  if (constraint.contextName === '') return '"contextName" is not allowed to be empty.'
  return constraintProblem(constraint, legalValues)
}

function valuesProblem({ operator, values = [] }: Draft): string | null {
  if (values.length === 0) return '"value" must contain at least 1 items. You provided [].'
  for (const [index, value] of values.entries()) {
    if (value === '') return `"value[${index}]" is not allowed to be empty.`
    if (value.length > MAX_VALUE_LENGTH) {
      return `"value[${index}]" length must be less than or equal to ${MAX_VALUE_LENGTH} characters long. You provided "${value}".`
    }
    if (operator === 'IN_CIDR' && !Address4.isValid(value) && !Address6.isValid(value)) {
      return `"value[${index}]" must be an IP address or a CIDR range. You provided "${value}".`
    }
  }
  return null
}

function valueProblem({ operator, value, inverted }: Draft): string | null {
  if (value === undefined || value === '')
    return 'Single-value constraint operators require a non-empty value.'
  if (operator.startsWith('NUM_')) {
    return Number.isFinite(Number(value)) && value.trim() !== ''
      ? null
      : `"value" must be a number. You provided "${value}".`
  }
  if (operator.startsWith('DATE_')) {
    return Number.isNaN(Date.parse(value)) ? `"value" must be a valid date. You provided "${value}".` : null
  }
  if (operator.startsWith('SEMVER_')) {
    // strict: x.y.z, no leading v
    return semver.valid(value) === null || value.startsWith('v')
      ? `the provided value is not a valid semver format. The value provided was: ${value}`
      : null
  }
  if (inverted) return 'REGEX operator cannot be inverted.'
  return regexProblem(value)
}

function regexProblem(pattern: string): string | null {
  const { problem } = compileExpression(pattern)
  return problem === undefined ? null : `the provided value is not a valid regex string. Error: ${problem}`
}

function legalValuesProblem({ operator, values = [], value = '' }: Draft, legal: LegalValues): string | null {
  if (!isMultiValue(operator))
    return legal.has(value) ? null : `${value} is not specified as a legal value on this context field`
  return values.every((one) => legal.has(one))
    ? null
    : 'input values are not specified as a legal value on this context field'
}
