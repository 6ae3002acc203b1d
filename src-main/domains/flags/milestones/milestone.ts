import type { Milestone, MilestoneStrategy } from '#shared/flags/schemas/release-plan.ts'

/** A strategy of a milestone. While the milestone is active, a strategy of the flag has its id and content. */
export type StoredMilestoneStrategy = Omit<MilestoneStrategy, 'strategyName'>

/** A milestone of a template or a plan as stored. */
export interface StoredMilestone {
  id: string
  definitionId: string
  name: string
  sortOrder: number
  /** Minutes until the next milestone starts; null: it does not start automatically. */
  intervalMinutes: number | null
  startedAt: string | null
  pausedAt: string | null
  progressionExecutedAt: string | null
  /** Start of the current pause of its schedule. */
  heldSince: string | null
  /** Total time that its schedule was paused so far, in milliseconds. */
  heldMs: number
  strategies: StoredMilestoneStrategy[]
}

/** State of a milestone that has not been started. */
export const NOT_STARTED = {
  startedAt: null,
  pausedAt: null,
  progressionExecutedAt: null,
  heldSince: null,
  heldMs: 0,
} as const

/** The contract's form (docs/contract/releases.md#shapes); `strategyName` is the deprecated duplicate of `name`. */
export const toMilestoneStrategy = (strategy: StoredMilestoneStrategy): MilestoneStrategy => ({
  ...strategy,
  strategyName: strategy.name,
})

/** The contract's form of a milestone. */
export const toMilestone = (milestone: StoredMilestone): Milestone => ({
  id: milestone.id,
  name: milestone.name,
  sortOrder: milestone.sortOrder,
  releasePlanDefinitionId: milestone.definitionId,
  startedAt: milestone.startedAt,
  pausedAt: milestone.pausedAt,
  progressionExecutedAt: milestone.progressionExecutedAt,
  transitionCondition:
    milestone.intervalMinutes === null ? null : { intervalMinutes: milestone.intervalMinutes },
  strategies: milestone.strategies.map(toMilestoneStrategy),
})
