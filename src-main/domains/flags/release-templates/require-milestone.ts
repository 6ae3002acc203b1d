import { notFound } from '#kernel/app-error.ts'
import type { StoredMilestone } from '../milestones/milestone.ts'
import { inOrder } from './draft-milestones.ts'
import type { StoredTemplate } from './template.ts'

/** The milestone of an id; else 404. */
export function requireMilestone(template: StoredTemplate, id: string): StoredMilestone {
  const milestone = template.milestones.find((one) => one.id === id)
  if (!milestone)
    throw notFound(`Could not find milestone with id ${id} in release plan template ${template.id}`)
  return milestone
}

/** The template with a milestone put in the place of its former self, or added. */
export const withMilestone = (template: StoredTemplate, milestone: StoredMilestone): StoredTemplate => ({
  ...template,
  milestones: inOrder([...template.milestones.filter((one) => one.id !== milestone.id), milestone]),
})
