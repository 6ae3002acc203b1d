import type { CreateStrategy } from '../../../../../src-shared/flags/schemas/strategy.ts'
import { badData, exceedsLimit } from '../../../../kernel/app-error.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import { insertStrategy, readStrategies, type PlacedStrategy } from '../features/feature-strategies.store.ts'
import {
  projectHasEnvironment,
  requireActiveProject,
} from '../../../projects/records/projects/projects.store.ts'
import { completeParameters, toConstraints, toStrategy, toVariants } from './strategy.ts'
import { requireValidStrategy } from './strategy-rules.ts'

interface Place {
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
  place: Place,
  draft: CreateStrategy,
): Promise<PlacedStrategy> {
  const { queries, limits, ids, now, restored } = context
  const { projectId, featureName, environment } = place
  if (!(await projectHasEnvironment(queries, projectId, environment))) {
    throw badData('You have not added the current environment to the project')
  }
  const existing = await readStrategies(queries, { features: [featureName], environment })
  if (existing.length >= limits.featureEnvironmentStrategies)
    throw exceedsLimit('strategy', limits.featureEnvironmentStrategies)
  const project = await requireActiveProject(queries, projectId)
  const strategy: PlacedStrategy = {
    id: String(restored?.id ?? ids.ulid()),
    name: draft.name,
    title: draft.title ?? null,
    disabled: draft.disabled ?? false,
    constraints: toConstraints(draft.constraints),
    parameters: completeParameters(draft.name, draft.parameters ?? {}, {
      flag: featureName,
      stickiness: project.defaultStickiness,
    }),
    variants: toVariants(draft.variants),
    segments: draft.segments ?? [],
    sortOrder: draft.sortOrder ?? Math.max(-1, ...existing.map((one) => one.sortOrder)) + 1,
    milestoneId: null,
    featureName,
    environment,
  }
  await requireValidStrategy(context, projectId, strategy)
  await insertStrategy(queries, strategy, restored?.createdAt ?? now.toISOString())
  context.record({
    type: 'feature-strategy-add',
    project: projectId,
    featureName,
    environment,
    data: { ...toStrategy(strategy) },
  })
  return strategy
}
