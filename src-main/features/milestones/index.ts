/**
 * Milestones: what release templates, plans and safeguards are stored as, and the time of plans, which stands still
 * while their flag is off. The areas of flags read from here; release-templates, release-plans and safeguards have the
 * rules.
 */
export { holdPlans, releasePlans } from './hold.store.ts'
export {
  NOT_STARTED,
  toMilestone,
  toMilestoneStrategy,
  type StoredMilestone,
  type StoredMilestoneStrategy,
} from './milestone.ts'
export {
  readMilestones,
  replaceMilestones,
  replaceMilestoneStrategy,
  updateMilestoneRow,
} from './milestones.store.ts'
export {
  deleteDefinition,
  findPlanOf,
  insertPlan,
  readPlans,
  readProgressingPlans,
  setActiveMilestone,
} from './plans.store.ts'
export { activeMilestoneOf, milestoneAfter, toReleasePlan, type StoredPlan } from './release-plan.ts'
export { readActiveMilestones, readReleases, readReleasesUsing, showPlan } from './releases.read-model.ts'
export {
  deleteSafeguardRow,
  readSafeguards,
  saveSafeguard,
  toEnvironmentSafeguard,
  toPlanSafeguard,
  type StoredSafeguard,
} from './safeguards.store.ts'
