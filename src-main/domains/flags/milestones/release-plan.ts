import type { ReleasePlan } from '#shared/flags/schemas/release-plan.ts'
import type { ReleasePlanSafeguard } from '#shared/flags/schemas/safeguard.ts'
import { toMilestone, type StoredMilestone } from './milestone.ts'

/** A release plan of a flag in an environment as stored. */
export interface StoredPlan {
  id: string
  name: string
  description: string | null
  featureName: string
  environment: string
  createdByUserId: number
  createdAt: string
  templateId: string
  activeMilestoneId: string | null
  milestones: StoredMilestone[]
}

/** The contract's form (docs/contract/releases.md#shapes). */
export const toReleasePlan = (
  plan: StoredPlan,
  safeguards: readonly ReleasePlanSafeguard[],
): ReleasePlan => ({
  id: plan.id,
  discriminator: 'plan',
  name: plan.name,
  description: plan.description,
  featureName: plan.featureName,
  environment: plan.environment,
  createdByUserId: plan.createdByUserId,
  createdAt: plan.createdAt,
  activeMilestoneId: plan.activeMilestoneId,
  releasePlanTemplateId: plan.templateId,
  milestones: plan.milestones.map(toMilestone),
  safeguards: [...safeguards],
})

/** The milestone that is active; undefined: none has started. */
export const activeMilestoneOf = (plan: StoredPlan): StoredMilestone | undefined =>
  plan.milestones.find((one) => one.id === plan.activeMilestoneId)

/** The milestone after another one. */
export const milestoneAfter = (plan: StoredPlan, id: string): StoredMilestone | undefined => {
  const index = plan.milestones.findIndex((one) => one.id === id)
  return index === -1 ? undefined : plan.milestones[index + 1]
}
