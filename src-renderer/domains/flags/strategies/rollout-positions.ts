import { rolloutPosition } from '#shared/flags/evaluation/hash.ts'

/** Shares that a rollout usually goes through. */
const STEPS = [10, 25, 50]

/** Rollout percentages to compare, in order: the usual ones, and the one that is set. */
export const comparedRollouts = (rollout: number): number[] =>
  [...new Set([...STEPS, rollout])].sort((a, b) => a - b)

export interface TriedValue {
  value: string
  /** Lowest rollout that includes the value, in percent. */
  from: number
}

/** Positions of values in the rollout of a group, the earliest first, as SDKs compute them. */
export const triedValues = (groupId: string, values: readonly string[]): TriedValue[] =>
  values
    .map((value) => ({ value, from: rolloutPosition(groupId, value) }))
    .sort((a, b) => a.from - b.from || a.value.localeCompare(b.value))
