/** Numbers of unarchived flags: all, marked stale, and potentially stale by age. */
export interface FlagCounts {
  total: number
  stale: number
  potentiallyStale: number
}

/**
 * Health in percent: 100 less the shares of stale and potentially stale flags; technical debt is the rest
 * (docs/contract/projects.md#shapes).
 */
export function healthOf({ total, stale, potentiallyStale }: FlagCounts): {
  health: number
  technicalDebt: number
} {
  const health = total === 0 ? 100 : Math.round(100 * (1 - (stale + potentiallyStale) / total))
  return { health, technicalDebt: 100 - health }
}
