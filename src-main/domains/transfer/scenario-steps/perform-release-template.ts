import {
  createReleasePlanTemplateForProject,
  deleteReleasePlanTemplateForProject,
  updateReleasePlanTemplateForProject,
} from '#shared/flags/contract/project-release-templates.ts'
import {
  createReleasePlanTemplate,
  deleteReleasePlanTemplate,
  updateReleasePlanTemplate,
} from '#shared/flags/contract/release-templates.ts'
import type { Apply, Item, Performer } from './step-performer.ts'

export const performReleaseTemplate: Performer<'releaseTemplates'> = async (apply, step) => {
  const { action, name: key, before, after } = step
  const templateId = apply.ids.releaseTemplates.idOf(key) ?? ''
  const { project, milestones, ...template } = action === 'delete' ? before : { ...before, ...after }
  const body = { ...template, milestones: milestones && toMilestones(apply, milestones) }
  if (project) {
    const params = { projectId: project, templateId }
    if (action === 'delete') return apply.perform(deleteReleasePlanTemplateForProject, { params })
    if (action === 'create')
      return apply.perform(createReleasePlanTemplateForProject, { params: { projectId: project }, body })
    return apply.perform(updateReleasePlanTemplateForProject, { params, body: { ...body, id: templateId } })
  }
  const params = { templateId }
  if (action === 'delete') return apply.perform(deleteReleasePlanTemplate, { params })
  if (action === 'create') return apply.perform(createReleasePlanTemplate, { body })
  return apply.perform(updateReleasePlanTemplate, { params, body: { ...body, id: templateId } })
}

type Milestones = NonNullable<Item<'releaseTemplates'>['milestones']>

const toMilestones = ({ ids }: Apply, milestones: Milestones) =>
  milestones.map(({ name, strategies = [] }, sortOrder) => ({
    name,
    sortOrder,
    strategies: strategies.map((one, place) => ({
      ...one,
      sortOrder: place,
      segments: (one.segments ?? []).flatMap((segment) => ids.segments.idOf(segment) ?? []),
    })),
  }))
