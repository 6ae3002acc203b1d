import type { ReleasePlan } from '#shared/flags/schemas/release-plan.ts'
import { SAFEGUARD } from './releases.ts'

/** A plan on a flag whose first milestone is active, and the ids of a safeguard of each kind. */
export interface GuardedRelease {
  plan: ReleasePlan
  ofPlan: string
  ofFlag: string
}

/** The calls that change a flag's release directly, in an order in which each is possible. */
export function releaseCases(at: string, { plan, ofPlan, ofFlag }: GuardedRelease) {
  const [first, second] = plan.milestones
  const plans = `${at}/release-plans/${plan.id}`
  return [
    {
      id: 'changeMilestoneProgression',
      method: 'PUT',
      path: `${at}/progressions/${first?.id}`,
      body: { targetMilestone: second?.id, transitionCondition: { intervalMinutes: 5 } },
    },
    { id: 'pauseMilestoneProgressions', method: 'POST', path: `${at}/progressions/${plan.id}/pause` },
    { id: 'resumeMilestoneProgressions', method: 'POST', path: `${at}/progressions/${plan.id}/resume` },
    { id: 'deleteMilestoneProgression', method: 'DELETE', path: `${at}/progressions/${first?.id}` },
    {
      id: 'updateMilestoneStrategy',
      method: 'PUT',
      path: `${at}/milestone-strategies/${second?.strategies[0]?.id}`,
      body: { title: 'x' },
    },
    { id: 'startMilestone', method: 'POST', path: `${plans}/milestones/${second?.id}/start` },
    {
      id: 'oldStartMilestone',
      method: 'POST',
      path: `${at}/release_plans/${plan.id}/milestones/${second?.id}/start`,
    },
    { id: 'changeReleasePlanSafeguard', method: 'PUT', path: `${plans}/safeguards`, body: SAFEGUARD },
    { id: 'deleteReleasePlanSafeguard', method: 'DELETE', path: `${plans}/safeguards/${ofPlan}` },
    { id: 'changeFeatureEnvSafeguard', method: 'PUT', path: `${at}/safeguards`, body: SAFEGUARD },
    { id: 'deleteFeatureEnvSafeguard', method: 'DELETE', path: `${at}/safeguards/${ofFlag}` },
    { id: 'deleteReleasePlan', method: 'DELETE', path: plans },
  ]
}
