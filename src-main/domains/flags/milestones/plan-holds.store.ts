import type { Queries } from '#store/queries.ts'
import { activeMilestoneOf } from './release-plan.ts'
import { updateMilestoneRow } from './milestones.store.ts'
import { readPlans } from './plans.store.ts'

interface Places {
  features: readonly string[]
  /** Absent: every one. */
  environment?: string
}

/**
 * Stops the time of active milestones: their flag is off, or archived. That time does not count for when the next
 * milestone starts. What stands still already goes on standing still.
 */
export async function holdPlans(queries: Queries, places: Places, at: string): Promise<void> {
  for (const plan of await readPlans(queries, places)) {
    const active = activeMilestoneOf(plan)
    if (active && active.heldSince === null) await updateMilestoneRow(queries, { ...active, heldSince: at })
  }
}

/** Lets the time of active milestones go on, unless they are paused. */
export async function resumeHeldPlans(queries: Queries, places: Places, at: string): Promise<void> {
  for (const plan of await readPlans(queries, places)) {
    const active = activeMilestoneOf(plan)
    if (!active || active.heldSince === null || active.pausedAt !== null) continue
    const heldMs = active.heldMs + Math.max(0, Date.parse(at) - Date.parse(active.heldSince))
    await updateMilestoneRow(queries, { ...active, heldSince: null, heldMs })
  }
}
