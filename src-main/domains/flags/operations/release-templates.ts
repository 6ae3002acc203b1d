import { requireActiveProject } from '#domains/projects/projects/projects.store.ts'
import { mutation, query, type MutationContext } from '#kernel/use-case.ts'
import * as projectReleaseTemplatesContract from '#shared/flags/contract/project-release-templates.ts'
import * as releaseTemplatesContract from '#shared/flags/contract/release-templates.ts'
import {
  toMilestone,
  toMilestoneStrategy,
  type StoredMilestone,
  type StoredMilestoneStrategy,
} from '../milestones/milestone.ts'
import {
  archiveTemplate,
  changeTemplate,
  deleteTemplate,
  createTemplate,
  saveTemplate,
} from '../release-templates/save-template.ts'
import {
  changedStrategy,
  draftMilestone,
  draftStrategy,
  inOrder,
  requireMilestone,
  requireRoom,
  withMilestone,
} from '../release-templates/draft-milestones.ts'
import { toProjectTemplate, toTemplate, type StoredTemplate } from '../release-templates/template.ts'
import { readTemplates, requireTemplate } from '../release-templates/templates.store.ts'
import { notFound } from '#kernel/app-error.ts'

/** Archived ones too: they say when they were archived. */
export const getReleasePlanTemplatesForProject = query(
  projectReleaseTemplatesContract.getReleasePlanTemplatesForProject,
  async ({ visible }, { params: { projectId }, query: { include } }) => {
    const owners = include === 'root' ? [projectId, null] : [projectId]
    return (await readTemplates(visible, { of: owners })).map(toProjectTemplate)
  },
)

export const createReleasePlanTemplateForProject = mutation(
  projectReleaseTemplatesContract.createReleasePlanTemplateForProject,
  async (context, { params: { projectId }, body }) => {
    await requireActiveProject(context.everything, projectId)
    return toProjectTemplate(await createTemplate(context, body, projectId))
  },
)

export const getReleasePlanTemplateForProject = query(
  projectReleaseTemplatesContract.getReleasePlanTemplateForProject,
  async ({ visible }, { params }) =>
    toProjectTemplate(await requireTemplate(visible, params.templateId, params.projectId)),
)

export const updateReleasePlanTemplateForProject = mutation(
  projectReleaseTemplatesContract.updateReleasePlanTemplateForProject,
  async (context, { params, body }) => {
    const before = await requireTemplate(context.everything, params.templateId, params.projectId)
    return toProjectTemplate(await changeTemplate(context, before, body))
  },
)

export const deleteReleasePlanTemplateForProject = mutation(
  projectReleaseTemplatesContract.deleteReleasePlanTemplateForProject,
  async (context, { params }) =>
    deleteTemplate(context, await requireTemplate(context.everything, params.templateId, params.projectId)),
)

export const archiveReleasePlanTemplateForProject = mutation(
  projectReleaseTemplatesContract.archiveReleasePlanTemplateForProject,
  async (context, { params }) =>
    archiveTemplate(context, await requireTemplate(context.everything, params.templateId, params.projectId)),
)

/** Archived ones too: they say when they were archived. */
export const getReleasePlanTemplates = query(
  releaseTemplatesContract.getReleasePlanTemplates,
  async ({ visible }) => (await readTemplates(visible, { of: [null] })).map(toTemplate),
)

export const createReleasePlanTemplate = mutation(
  releaseTemplatesContract.createReleasePlanTemplate,
  async (context, { body }) => toTemplate(await createTemplate(context, body, null)),
)

export const getReleasePlanTemplate = query(
  releaseTemplatesContract.getReleasePlanTemplate,
  async ({ visible }, { params: { templateId } }) => toTemplate(await requireTemplate(visible, templateId)),
)

export const updateReleasePlanTemplate = mutation(
  releaseTemplatesContract.updateReleasePlanTemplate,
  async (context, { params: { templateId }, body }) => {
    const before = await requireTemplate(context.everything, templateId)
    return toTemplate(await changeTemplate(context, before, body))
  },
)

export const deleteReleasePlanTemplate = mutation(
  releaseTemplatesContract.deleteReleasePlanTemplate,
  async (context, { params: { templateId } }) =>
    deleteTemplate(context, await requireTemplate(context.everything, templateId)),
)

export const archiveReleasePlanTemplate = mutation(
  releaseTemplatesContract.archiveReleasePlanTemplate,
  async (context, { params: { templateId } }) =>
    archiveTemplate(context, await requireTemplate(context.everything, templateId)),
)

export const addReleasePlanTemplateMilestone = mutation(
  releaseTemplatesContract.addReleasePlanTemplateMilestone,
  async (context, { params: { templateId }, body }) => {
    const before = await requireTemplate(context.everything, templateId)
    const milestone = await draftMilestone(
      context,
      { template: before, former: undefined, at: '/body' },
      body,
    )
    await saveTemplate(context, before, withMilestone(before, milestone))
    return toMilestone(milestone)
  },
)

export const updateReleasePlanTemplateMilestone = mutation(
  releaseTemplatesContract.updateReleasePlanTemplateMilestone,
  async (context, { params: { templateId, milestoneId }, body }) => {
    const before = await requireTemplate(context.everything, templateId)
    const former = requireMilestone(before, milestoneId)
    const milestone = await draftMilestone(
      context,
      { template: before, former, at: '/body' },
      {
        name: body.name ?? former.name,
        sortOrder: body.sortOrder ?? former.sortOrder,
        strategies: body.strategies ?? former.strategies,
      },
    )
    await saveTemplate(context, before, withMilestone(before, milestone))
    return toMilestone(milestone)
  },
)

export const deleteReleasePlanTemplateMilestone = mutation(
  releaseTemplatesContract.deleteReleasePlanTemplateMilestone,
  async (context, { params: { templateId, milestoneId } }) => {
    const before = await requireTemplate(context.everything, templateId)
    const { id } = requireMilestone(before, milestoneId)
    const milestones = before.milestones.filter((one) => one.id !== id)
    await saveTemplate(context, before, { ...before, milestones })
  },
)

export const addReleasePlanTemplateStrategy = mutation(
  releaseTemplatesContract.addReleasePlanTemplateStrategy,
  async (context, { params, body }) => {
    const { template, milestone } = await findMilestone(context, params)
    requireRoom(context, milestone.strategies.length + 1)
    const strategy = await draftStrategy(context, { milestoneId: milestone.id, project: null }, body)
    const saved = await saveTemplateStrategies(context, template, milestone, [
      ...milestone.strategies,
      strategy,
    ])
    return toMilestone(requireMilestone(saved, milestone.id))
  },
)

interface MilestoneOfTemplate {
  templateId: string
  milestoneId: string
}

/** Finds a milestone of a template; 404 where there is none. */
async function findMilestone(
  { everything }: MutationContext,
  { templateId, milestoneId }: MilestoneOfTemplate,
) {
  const template = await requireTemplate(everything, templateId)
  return { template, milestone: requireMilestone(template, milestoneId) }
}

/** Finds a strategy of a milestone; 404 where there is none. */
function requireStrategy(
  { id: milestone, strategies }: StoredMilestone,
  id: string,
): StoredMilestoneStrategy {
  const strategy = strategies.find((one) => one.id === id)
  if (!strategy) throw notFound(`Could not find strategy with id ${id} in milestone ${milestone}`)
  return strategy
}

/** Replaces the strategies of a milestone, with the event of the template. */
async function saveTemplateStrategies(
  context: MutationContext,
  template: StoredTemplate,
  milestone: StoredMilestone,
  strategies: readonly StoredMilestoneStrategy[],
): Promise<StoredTemplate> {
  const saved = withMilestone(template, { ...milestone, strategies: inOrder(strategies) })
  await saveTemplate(context, template, saved)
  return saved
}

export const updateReleasePlanTemplateStrategy = mutation(
  releaseTemplatesContract.updateReleasePlanTemplateStrategy,
  async (context, { params, body }) => {
    const { template, milestone } = await findMilestone(context, params)
    const before = requireStrategy(milestone, params.strategyId)
    const strategy = await changedStrategy(
      context,
      { milestoneId: milestone.id, project: null },
      before,
      body,
    )
    const others = milestone.strategies.filter((one) => one.id !== before.id)
    await saveTemplateStrategies(context, template, milestone, [...others, strategy])
    return toMilestoneStrategy(strategy)
  },
)

export const deleteReleasePlanTemplateStrategy = mutation(
  releaseTemplatesContract.deleteReleasePlanTemplateStrategy,
  async (context, { params }) => {
    const { template, milestone } = await findMilestone(context, params)
    const { id } = requireStrategy(milestone, params.strategyId)
    const others = milestone.strategies.filter((one) => one.id !== id)
    await saveTemplateStrategies(context, template, milestone, others)
  },
)
