import type { ProjectReleaseTemplate, ReleasePlanTemplate } from '#shared/flags/schemas/release-plan.ts'
import { toMilestone, type StoredMilestone } from '../milestones/milestone.ts'

/** A release template as stored. */
export interface StoredTemplate {
  id: string
  name: string
  description: string | null
  /** Project whose flags may use it; null: the instance, and flags of all projects. */
  project: string | null
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

/** The form of the lists and answers of a project, which say where a template belongs. */
export const toProjectTemplate = (template: StoredTemplate): ProjectReleaseTemplate => ({
  ...toTemplate(template),
  project: template.project,
})

/** State of a template in the data of events. */
export const templateInEvent = (template: StoredTemplate): Record<string, unknown> => ({
  ...(template.project === null ? toTemplate(template) : toProjectTemplate(template)),
})

/** Place of the events of a template. */
export const placeOfTemplate = ({ project }: StoredTemplate): { project?: string } =>
  project === null ? {} : { project }

/**
 * Placeholder for the flag's name in the parameters of a template, until the template is applied
 * (docs/contract/releases.md#rules).
 */
export const FEATURE_NAME = '{{featureName}}'
