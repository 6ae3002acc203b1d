import { matchesValue } from '../../flags/evaluation/index.ts'
import type { ActionFilter, ActionFilters } from '../schemas/action.ts'
import { valueAt, type PayloadValue } from './payload-paths.ts'

/** Result of one filter for a payload. */
export interface FilterOutcome {
  path: string
  filter: ActionFilter
  /** Value at the path in the payload. null: none. */
  actual: PayloadValue | null
  holds: boolean
}

/** Result of matching a payload against an action set, with the result of each filter. */
export interface Match {
  matches: boolean
  filters: FilterOutcome[]
}

/** No operator of a filter looks at the time (docs/contract/signals.md#action-shapes: not DATE_*). */
const NO_TIME = new Date(0)

/** Checks that all filters match. Without filters every signal matches (docs/contract/signals.md#action-shapes). */
export function matchFilters(filters: ActionFilters, payload: unknown): Match {
  const outcomes = Object.entries(filters).map(([path, filter]) => outcomeOf(path, filter, payload))
  return { matches: outcomes.every(({ holds }) => holds), filters: outcomes }
}

/** The rules are those of constraints; the payload stands in for the context. */
function outcomeOf(path: string, filter: ActionFilter, payload: unknown): FilterOutcome {
  const actual = valueAt(payload, path)
  const constraint = { contextName: path, ...filter }
  const text = actual === undefined ? undefined : String(actual)
  return { path, filter, actual: actual ?? null, holds: matchesValue(constraint, text, NO_TIME) }
}
