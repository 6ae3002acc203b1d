import type { ReleasePlanTemplate } from '../../../../../src-shared/flags/schemas/release-plan.ts'
import { toMilestone, type StoredMilestone } from '../milestones/milestone.ts'

/** A release template as stored. */
export interface StoredTemplate {
  id: string
  name: string
  description: string | null
  createdByUserId: number
  createdAt: string
  archivedAt: string | null
  milestones: StoredMilestone[]
}

/** The contract's form (docs/contract/releases.md#shapes). */
export const toTemplate = (template: StoredTemplate): ReleasePlanTemplate => ({
  id: template.id,
  discriminator: 'template',
  name: template.name,
  description: template.description,
  createdByUserId: template.createdByUserId,
  createdAt: template.createdAt,
  archivedAt: template.archivedAt,
  milestones: template.milestones.map(toMilestone),
})

/**
 * Placeholder for the flag's name in the parameters of a template, until the template is applied
 * (docs/contract/releases.md#rules).
 */
export const FEATURE_NAME = '{{featureName}}'
