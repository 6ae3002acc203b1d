import {
  constraintProblem,
  isMultiValue,
  MAX_VALUE_LENGTH,
} from '#shared/flags/constraints/validate-constraint.ts'
import type { Operator } from '#shared/flags/schemas/constraint.ts'

interface ConditionToCheck {
  operator: Operator
  inverted?: boolean
  /** The field or path, to name it. */
  of: string
  /** Absent: any value is legal. */
  legal?: ReadonlySet<string> | undefined
}

/** Describes what is wrong with one value in the window's words; the service's check decides. */
export function valueProblem(
  value: string,
  { operator, inverted, of, legal }: ConditionToCheck,
): string | undefined {
  const draft = isMultiValue(operator) ? { values: [value] } : { value }
  const problem = constraintProblem({
    contextName: of,
    operator,
    ...draft,
    ...(inverted ? { inverted } : {}),
  })
  if (problem === null)
    return legal && !legal.has(value) ? `“${value}” is not a legal value of ${of}.` : undefined
  if (value === '') return 'Enter a value.'
  if (isMultiValue(operator) && value.length > MAX_VALUE_LENGTH)
    return `A value can have at most ${MAX_VALUE_LENGTH} characters.`
  if (operator === 'IN_CIDR') return `“${value}” is not an IP address, nor a range such as 10.0.0.0/8.`
  if (operator.startsWith('NUM_')) return `“${value}” is not a number.`
  if (operator.startsWith('DATE_')) return `“${value}” is not a date and time.`
  if (operator.startsWith('SEMVER_')) return `“${value}” is not a version such as 1.2.3.`
  return problem
}
