/**
 * Release plans: a template copied onto a flag in an environment. The strategies of the milestone that is active are
 * strategies of the flag, under the same ids, so everything that evaluates flags sees them. Milestones follow each other
 * by hand, or by themselves after a time (progress-plans.ts).
 */
export { addReleasePlan, requireApplicable } from './add-plan.ts'
export { requirePlannedStrategy, toUpdated, updateMilestoneStrategy } from './milestone-strategies.ts'
export { progressPlans } from './progress-plans.ts'
export {
  changeProgression,
  deleteProgression,
  dueAt,
  pauseProgressions,
  requireNext,
  resumeProgressions,
} from './progressions.ts'
export { releasePlansHttp } from './release-plans.http.ts'
export { releasePlansRpc } from './release-plans.rpc.ts'
export { removeReleasePlan, removeReleasePlanOf } from './remove-plan.ts'
export {
  milestoneOf,
  requireEnabledState,
  requirePlan,
  requirePlannedMilestone,
  type FlagPlace,
} from './require-plan.ts'
export { startFirstMilestone, startMilestone } from './start-milestone.ts'
