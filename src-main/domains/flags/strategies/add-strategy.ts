import type { CreateStrategy } from '#shared/flags/schemas/strategy.ts'
import { badData, exceedsLimit } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { groupRows } from '#store/group-rows.ts'
import {
  insertStrategies,
  readStrategies,
  type PlacedStrategy,
} from '../features/feature-strategies.store.ts'
import { projectHasEnvironment, requireActiveProject } from '#domains/projects/projects/projects.store.ts'
import { completeParameters, toConstraints, toStrategy, toVariants } from './strategy.ts'
import { checkStrategy, readTargeting } from './strategy-rules.ts'

interface FlagInEnvironment {
  projectId: string
  featureName: string
  environment: string
}

/**
 * Puts a strategy on a flag, last in order unless it says otherwise (docs/contract/flags.md#strategies). The flag has
 * been checked.
 */
export async function addStrategy(
  context: MutationContext,
  place: FlagInEnvironment,
  draft: CreateStrategy,
): Promise<PlacedStrategy> {
  const [strategy] = await addStrategies(context, place, [{ featureName: place.featureName, draft }])
  if (!strategy) throw new Error('no strategy was added')
  return strategy
}

/** Puts strategies on flags of a project in an environment, in their order. The flags have been checked. */
export async function addStrategies(
  context: MutationContext,
  { projectId, environment }: Omit<FlagInEnvironment, 'featureName'>,
  drafts: readonly { featureName: string; draft: CreateStrategy }[],
): Promise<PlacedStrategy[]> {
  if (drafts.length === 0) return []
  const { everything, limits, now, restored } = context
  if (!(await projectHasEnvironment(everything, projectId, environment))) {
    throw badData('You have not added the current environment to the project')
  }
  const features = [...new Set(drafts.map(({ featureName }) => featureName))]
  const existing = groupRows(
    await readStrategies(everything, { features, environment }),
    (one) => one.featureName,
  )
  for (const [feature, added] of groupRows(drafts, (one) => one.featureName))
    if ((existing.get(feature)?.length ?? 0) + added.length > limits.featureEnvironmentStrategies)
      throw exceedsLimit('strategy', limits.featureEnvironmentStrategies)
  const project = await requireActiveProject(everything, projectId)
  const last = new Map(
    [...existing].map(([feature, own]) => [feature, Math.max(...own.map((one) => one.sortOrder))]),
  )
  const strategies = drafts.map(({ featureName, draft }) => {
    const sortOrder = draft.sortOrder ?? (last.get(featureName) ?? -1) + 1
    last.set(featureName, Math.max(last.get(featureName) ?? -1, sortOrder))
    return place(context, { featureName, environment, sortOrder }, draft, project.defaultStickiness)
  })
  const targeting = await readTargeting(context, strategies)
  for (const strategy of strategies) checkStrategy(context, targeting, projectId, strategy)
  await insertStrategies(everything, strategies, restored?.createdAt ?? now.toISOString())
  for (const strategy of strategies)
    context.record({
      type: 'feature-strategy-add',
      project: projectId,
      featureName: strategy.featureName,
      environment,
      data: { ...toStrategy(strategy) },
    })
  return strategies
}

/** A draft as a strategy in its place. */
function place(
  { ids, restored }: MutationContext,
  at: Pick<PlacedStrategy, 'featureName' | 'environment' | 'sortOrder'>,
  draft: CreateStrategy,
  stickiness: string,
): PlacedStrategy {
  return {
    id: String(restored?.id ?? ids.ulid()),
    name: draft.name,
    title: draft.title ?? null,
    disabled: draft.disabled ?? false,
    constraints: toConstraints(draft.constraints),
    parameters: completeParameters(draft.name, draft.parameters ?? {}, { flag: at.featureName, stickiness }),
    variants: toVariants(draft.variants),
    segments: draft.segments ?? [],
    milestoneId: null,
    ...at,
  }
}
