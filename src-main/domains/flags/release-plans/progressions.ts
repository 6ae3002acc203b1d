import type { TransitionCondition } from '#shared/flags/schemas/release-plan.ts'
import { badData } from '#kernel/app-error.ts'
import type { NewEvent } from '#kernel/event.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { findEnabled } from '../features/feature-environments.store.ts'
import { activeMilestoneOf, milestoneAfter, type StoredPlan } from '../milestones/release-plan.ts'
import { resumeHeldPlans } from '../milestones/plan-holds.store.ts'
import { updateMilestoneRow } from '../milestones/milestones.store.ts'
import type { StoredMilestone } from '../milestones/milestone.ts'

/** Sets the time after which a milestone is followed by the next one. */
export async function changeProgression(
  context: MutationContext,
  projectId: string,
  { plan, milestone }: { plan: StoredPlan; milestone: StoredMilestone },
  target: string,
  { intervalMinutes }: TransitionCondition,
): Promise<void> {
  requireNext({ plan, milestone }, target)
  // a progression that has run is armed again when its milestone is started again
  await updateMilestoneRow(context.everything, { ...milestone, intervalMinutes })
  context.record({
    type:
      milestone.intervalMinutes === null ? 'milestone-progression-created' : 'milestone-progression-changed',
    ...placeIn(projectId, plan),
    data: { name: milestone.name, sourceMilestone: milestone.id, targetMilestone: target, intervalMinutes },
    ...(milestone.intervalMinutes === null
      ? {}
      : { preData: { intervalMinutes: milestone.intervalMinutes } }),
  })
}

/** Throws 400 unless the target is the next milestone in the order. */
export function requireNext(
  { plan, milestone }: { plan: StoredPlan; milestone: StoredMilestone },
  target: string,
): void {
  if (milestoneAfter(plan, milestone.id)?.id === target) return
  throw badData(
    `The milestone "${milestone.name}" can only be followed by the milestone after it`,
    '/body/targetMilestone',
  )
}

/** Removes the automatic progression of a milestone, if it has one. */
export async function deleteProgression(
  context: MutationContext,
  projectId: string,
  { plan, milestone }: { plan: StoredPlan; milestone: StoredMilestone },
): Promise<void> {
  if (milestone.intervalMinutes === null) return
  await updateMilestoneRow(context.everything, { ...milestone, intervalMinutes: null })
  context.record({
    type: 'milestone-progression-deleted',
    ...placeIn(projectId, plan),
    preData: {
      name: milestone.name,
      sourceMilestone: milestone.id,
      intervalMinutes: milestone.intervalMinutes,
    },
  })
}

/** Pauses a plan: no milestone starts automatically, and the pause does not count. */
export async function pauseProgressions(
  context: MutationContext,
  projectId: string,
  plan: StoredPlan,
  details: Record<string, unknown> = {},
): Promise<void> {
  const active = activeMilestoneOf(plan)
  if (!active) throw badData('No milestone of the release plan has started')
  if (active.pausedAt !== null) return
  const at = context.now.toISOString()
  await updateMilestoneRow(context.everything, { ...active, pausedAt: at, heldSince: active.heldSince ?? at })
  context.record({
    type: 'release-plan-progressions-paused',
    ...placeIn(projectId, plan),
    data: { name: plan.name, planId: plan.id, milestoneId: active.id, ...details },
  })
}

/** Resumes a paused plan. */
export async function resumeProgressions(
  context: MutationContext,
  projectId: string,
  plan: StoredPlan,
): Promise<void> {
  const { everything, now } = context
  const active = activeMilestoneOf(plan)
  if (!active || active.pausedAt === null) return
  await updateMilestoneRow(everything, { ...active, pausedAt: null })
  const { featureName, environment } = plan
  // if the flag is off, the schedule stays paused
  if (await findEnabled(everything, featureName, environment))
    await resumeHeldPlans(everything, { features: [featureName], environment }, now.toISOString())
  context.record({
    type: 'release-plan-progressions-resumed',
    ...placeIn(projectId, plan),
    data: { name: plan.name, planId: plan.id, milestoneId: active.id },
  })
}

const placeIn = (
  project: string,
  { featureName, environment }: StoredPlan,
): Pick<NewEvent, 'project' | 'featureName' | 'environment'> => ({ project, featureName, environment })

/**
 * Returns the time when the active milestone is to be followed by the next one. Returns null if it has no
 * automatic progression, or is paused.
 */
export function dueAt(plan: StoredPlan): Date | null {
  const active = activeMilestoneOf(plan)
  if (!active?.startedAt || active.intervalMinutes === null || active.heldSince !== null) return null
  if (active.progressionExecutedAt !== null || !milestoneAfter(plan, active.id)) return null
  return new Date(Date.parse(active.startedAt) + active.intervalMinutes * 60_000 + active.heldMs)
}
