import { isMultiValue } from '../../flags/constraints/validate-constraint.ts'
import type { ActionFilter, FilterOperator } from '../schemas/action.ts'
import type { FilterOutcome } from './match-filters.ts'

/** Each operator as the verb of a sentence, and its opposite. */
export const OPERATOR_WORDS: Readonly<Record<FilterOperator, readonly [string, string]>> = {
  IN: ['is', 'is not'],
  NOT_IN: ['is not', 'is'],
  STR_CONTAINS: ['contains', 'does not contain'],
  STR_STARTS_WITH: ['starts with', 'does not start with'],
  STR_ENDS_WITH: ['ends with', 'does not end with'],
  NUM_EQ: ['equals', 'does not equal'],
  NUM_GT: ['is greater than', 'is not greater than'],
  NUM_GTE: ['is at least', 'is not at least'],
  NUM_LT: ['is less than', 'is not less than'],
  NUM_LTE: ['is at most', 'is not at most'],
  SEMVER_EQ: ['is version', 'is not version'],
  SEMVER_GT: ['is later than version', 'is not later than version'],
  SEMVER_GTE: ['is version or later:', 'is not version or later:'],
  SEMVER_LT: ['is earlier than version', 'is not earlier than version'],
  SEMVER_LTE: ['is version or earlier:', 'is not version or earlier:'],
}

/** Describes a filter: `severity is "critical" or "fatal"`. */
export function describeFilter(path: string, filter: ActionFilter): string {
  const words = OPERATOR_WORDS[filter.operator][filter.inverted ? 1 : 0]
  const values = isMultiValue(filter.operator) ? (filter.values ?? []) : [filter.value ?? '']
  const listed = values.map((value) => `"${value}"`).join(' or ')
  return `${path} ${words} ${listed}${filter.caseInsensitive ? ', ignoring case' : ''}`
}

/** Sentence that says why a filter matched, or did not. */
export function explainFilter({ path, filter, actual, holds }: FilterOutcome): string {
  const is = actual === null ? 'the payload has nothing there' : `the payload has ${JSON.stringify(actual)}`
  return `${describeFilter(path, filter)}: ${holds ? 'yes' : 'no'}, ${is}.`
}
