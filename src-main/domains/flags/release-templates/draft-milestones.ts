import type {
  MilestoneInput,
  MilestoneStrategyInput,
  UpdateMilestoneStrategy,
} from '#shared/flags/schemas/release-plan.ts'
import { exceedsLimit, notFound, relocated } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { NOT_STARTED, type StoredMilestone, type StoredMilestoneStrategy } from '../milestones/milestone.ts'
import { completeParameters, toConstraints, toVariants } from '../strategies/strategy.ts'
import { requireValidStrategy } from '../strategies/strategy-rules.ts'
import { FEATURE_NAME, type StoredTemplate } from './template.ts'

/** Position in the request, for the paths in errors. */
type At = string

/** Template of the milestones, and the project whose segments they may use besides those of all projects. */
type TemplateHome = Pick<StoredTemplate, 'id' | 'project'>

/** Milestone and project of a strategy. `project` is null if it may belong to any flag. */
interface Home {
  milestoneId: string
  project: string | null
}

/**
 * Builds the milestones of a template from the request. Ids of existing items are kept; others get new ones.
 * A milestone may have no strategy yet: applying the template checks for that.
 */
export async function draftMilestones(
  context: MutationContext,
  template: TemplateHome,
  drafts: readonly MilestoneInput[],
  before: readonly StoredMilestone[],
): Promise<StoredMilestone[]> {
  const left = new Map(before.map((one) => [one.id, one]))
  const milestones: StoredMilestone[] = []
  for (const [index, draft] of drafts.entries()) {
    const former = draft.id === undefined ? undefined : left.get(draft.id)
    if (former) left.delete(former.id)
    milestones.push(
      await draftMilestone(context, { template, former, at: `/body/milestones/${index}` }, draft),
    )
  }
  return inOrder(milestones)
}

/** Builds a milestone of a template from the request, new or replacing a former one. */
export async function draftMilestone(
  context: MutationContext,
  { template, former, at }: { template: TemplateHome; former: StoredMilestone | undefined; at: At },
  draft: MilestoneInput,
): Promise<StoredMilestone> {
  const milestoneId = former?.id ?? context.ids.ulid()
  const left = new Map((former?.strategies ?? []).map((one) => [one.id, one]))
  const strategies: StoredMilestoneStrategy[] = []
  for (const [index, one] of (draft.strategies ?? []).entries()) {
    const had = one.id === undefined ? undefined : left.get(one.id)
    if (had) left.delete(had.id)
    strategies.push(
      await draftStrategy(
        context,
        { milestoneId, project: template.project },
        one,
        `${at}/strategies/${index}`,
        had,
      ),
    )
  }
  requireRoom(context, strategies.length)
  return {
    ...(former ?? { intervalMinutes: null, ...NOT_STARTED }),
    id: milestoneId,
    definitionId: template.id,
    name: draft.name,
    sortOrder: draft.sortOrder,
    strategies: inOrder(strategies),
  }
}

/** A milestone has no more strategies than a flag may (docs/contract/limits.md#limits). */
export function requireRoom({ limits }: MutationContext, strategies: number): void {
  if (strategies > limits.featureEnvironmentStrategies)
    throw exceedsLimit('strategy', limits.featureEnvironmentStrategies)
}

/** A strategy as sent, by all the rules of strategies. */
export async function draftStrategy(
  context: MutationContext,
  home: Home,
  draft: MilestoneStrategyInput,
  at: At = '/body',
  had?: StoredMilestoneStrategy,
): Promise<StoredMilestoneStrategy> {
  const name = draft.name ?? draft.strategyName ?? ''
  const strategy: StoredMilestoneStrategy = {
    id: had?.id ?? context.ids.ulid(),
    milestoneId: home.milestoneId,
    sortOrder: draft.sortOrder,
    title: draft.title ?? null,
    disabled: draft.disabled ?? false,
    name,
    parameters: completeParameters(name, draft.parameters ?? {}, {
      flag: FEATURE_NAME,
      stickiness: 'default',
    }),
    constraints: toConstraints(draft.constraints),
    variants: toVariants(draft.variants),
    segments: [...new Set(draft.segments ?? [])],
  }
  await requireValid(context, home, strategy, at, had)
  return strategy
}

/** Builds a milestone's strategy with the sent fields in place of the former ones. */
export async function changedStrategy(
  context: MutationContext,
  home: Home,
  before: StoredMilestoneStrategy,
  body: UpdateMilestoneStrategy,
): Promise<StoredMilestoneStrategy> {
  const strategy: StoredMilestoneStrategy = {
    ...before,
    name: body.name ?? before.name,
    title: body.title === undefined ? before.title : body.title,
    disabled: body.disabled ?? before.disabled,
    sortOrder: body.sortOrder ?? before.sortOrder,
    parameters: body.parameters ?? before.parameters,
    constraints: body.constraints ? toConstraints(body.constraints) : before.constraints,
    variants: body.variants ? toVariants(body.variants) : before.variants,
    segments: body.segments ? [...new Set(body.segments)] : before.segments,
  }
  await requireValid(context, home, strategy, '/body', before)
  return strategy
}

async function requireValid(
  context: MutationContext,
  { project }: Home,
  strategy: StoredMilestoneStrategy,
  at: At,
  before?: StoredMilestoneStrategy,
): Promise<void> {
  try {
    await requireValidStrategy(context, project, strategy, before)
  } catch (error) {
    throw relocated(error, at)
  }
}

/** Sorts items by their `sortOrder`. Items of equal order stay as sent. */
export const inOrder = <T extends { sortOrder: number }>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => a.sortOrder - b.sortOrder)

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
