import { AppError, badData } from '#kernel/app-error.ts'
import { userIdOf } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { detail } from '#shared/errors/error-table.ts'
import type { ReleasePlan } from '#shared/flags/schemas/release-plan.ts'
import { NOT_STARTED, type StoredMilestone } from '../milestones/milestone.ts'
import { deleteDefinition, findPlanOf, insertPlan } from '../milestones/plans.store.ts'
import type { StoredPlan } from '../milestones/release-plan.ts'
import { showPlan } from '../milestones/releases.read-model.ts'
import { FEATURE_NAME, type StoredTemplate } from '../release-templates/template.ts'
import { findUsableTemplate, noSuchTemplate } from '../release-templates/templates.store.ts'
import { disableWithoutStrategies } from '../strategies/change-strategy.ts'
import { toStrategy } from '../strategies/strategy.ts'
import { requireValidStrategy } from '../strategies/strategy-rules.ts'
import { type FlagPlace, requireEnabledState } from './require-plan.ts'
import { removePlanStrategies, startMilestone } from './start-milestone.ts'

const AT = '/body/templateId'

/**
 * Copies a template onto a flag; where the flag is enabled its first milestone starts at once
 * (docs/contract/releases.md#rules).
 */
export async function addReleasePlan(
  context: MutationContext,
  place: FlagPlace,
  templateId: string,
): Promise<ReleasePlan> {
  const { everything, ids, now, caller } = context
  const { featureName, environment, projectId } = place
  const isEnabled = await requireEnabledState(context.visible, place)
  const template = await requireApplicable(context, place, templateId)
  const id = ids.ulid()
  const plan: StoredPlan = {
    id,
    name: template.name,
    description: template.description,
    featureName,
    environment,
    createdByUserId: userIdOf(caller.actor),
    createdAt: now.toISOString(),
    templateId: template.id,
    activeMilestoneId: null,
    milestones: template.milestones.map((milestone) => copyOf(context, milestone, id, featureName)),
  }
  await insertPlan(everything, plan)
  const shown = await showPlan(everything, plan)
  context.record({
    type: 'release-plan-added',
    project: projectId,
    featureName,
    environment,
    data: { ...shown },
  })
  const [first] = plan.milestones
  if (!isEnabled || !first) return shown
  return showPlan(everything, await startMilestone(context, projectId, plan, first))
}

/** Refuses what could not become a plan of the flag there: 400, 404 or 409. */
export async function requireApplicable(
  context: MutationContext,
  { projectId, featureName, environment }: FlagPlace,
  templateId: string,
): Promise<StoredTemplate> {
  const { everything } = context
  const template = await findUsableTemplate(everything, templateId, projectId)
  if (!template) throw noSuchTemplate(templateId)
  if (await findPlanOf(everything, featureName, environment)) {
    throw new AppError(
      'ConflictError',
      `A release plan already exists for the feature "${featureName}" in the environment "${environment}"`,
    )
  }
  if (template.archivedAt !== null) throw badData('The release plan template is archived', AT)
  if (template.milestones.length === 0) throw badData('The release plan template has no milestones', AT)
  const empty = template.milestones.find((milestone) => milestone.strategies.length === 0)
  if (empty) throw badData(`The milestone "${empty.name}" of the release plan template has no strategies`, AT)
  try {
    for (const strategy of template.milestones.flatMap((milestone) => milestone.strategies))
      await requireValidStrategy(context, projectId, strategy, strategy)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // name the path in the template, since the request has no strategies
    const details = error.details.map(({ message }) => detail(message, AT))
    throw new AppError(error.name, error.message, { details, extra: error.extra, cause: error })
  }
  return template
}

function copyOf(
  { ids }: MutationContext,
  milestone: StoredMilestone,
  definitionId: string,
  featureName: string,
): StoredMilestone {
  const id = ids.ulid()
  return {
    ...milestone,
    ...NOT_STARTED,
    id,
    definitionId,
    strategies: milestone.strategies.map((strategy) => ({
      ...strategy,
      id: ids.ulid(),
      milestoneId: id,
      parameters: Object.fromEntries(
        Object.entries(strategy.parameters).map(([name, value]) => [
          name,
          value.replaceAll(FEATURE_NAME, featureName),
        ]),
      ),
    })),
  }
}

/** Takes a plan off its flag; where no enabled strategy is left the flag is disabled, lest it be on for everybody. */
export async function removeReleasePlan(
  context: MutationContext,
  projectId: string,
  plan: StoredPlan,
): Promise<void> {
  const { everything } = context
  const { featureName, environment } = plan
  const shown = await showPlan(everything, plan)
  const { removed } = await removePlanStrategies(everything, plan)
  // with what the flag had of it, from which the past is evaluated
  const preData = { ...shown, strategies: removed.map(toStrategy) }
  await deleteDefinition(everything, plan.id)
  context.record({ type: 'release-plan-removed', project: projectId, featureName, environment, preData })
  await disableWithoutStrategies(context, projectId, { featureName, environment })
}
