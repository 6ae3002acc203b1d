import type { CreateStrategy } from '#shared/flags/schemas/strategy.ts'
import { inEvaluationOrder } from '#shared/transfer/import-export/strategy-order.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { deleteStrategyRow, readStrategies } from '#domains/flags/features/feature-strategies.store.ts'
import { readEnabled, setEnabledOf } from '#domains/flags/features/feature-environments.store.ts'
import type { StoredFeature } from '#domains/flags/features/feature.ts'
import { readPlans } from '#domains/flags/milestones/plans.store.ts'
import { removeReleasePlan } from '#domains/flags/release-plans/add-plan.ts'
import { addStrategies } from '#domains/flags/strategies/add-strategy.ts'
import { toStrategy } from '#domains/flags/strategies/strategy.ts'
import { changeVariantsOf, toEnvironmentVariants } from '#domains/flags/variants/change-variants.ts'
import type { ImportSituation } from './import-situation.ts'

/** Flags of which a part is to stay as it is here, whatever the file says. */
export interface KeptParts {
  strategies: ReadonlySet<string>
  variants: ReadonlySet<string>
}

/**
 * Imports the environment settings of flags from the file: strategies, variants, on or off. Parts to keep stay as
 * they are here.
 */
export async function importEnvironment(
  context: MutationContext,
  situation: ImportSituation,
  flags: readonly StoredFeature[],
  kept: KeptParts,
): Promise<void> {
  const { parts } = situation
  const { environment } = situation.input
  await importStrategies(
    context,
    situation,
    flags.filter(({ name }) => !kept.strategies.has(name)),
  )
  const told = flags.flatMap((flag) => {
    const [said] = parts.environments.get(flag.name) ?? []
    return said ? [{ flag, said }] : []
  })
  await changeVariantsOf(
    context,
    told
      .filter(({ flag }) => !kept.variants.has(flag.name))
      .map(({ flag, said }) => ({
        flag,
        variants: toEnvironmentVariants(inOrderOfWeight(said.variants ?? [])),
      })),
    environment,
  )
  const here = await readEnabled(
    context.everything,
    told.map(({ flag }) => flag.name),
    environment,
  )
  for (const enabled of [true, false]) {
    const changed = told.filter(
      ({ flag, said }) => said.enabled === enabled && here.get(flag.name) !== enabled,
    )
    const names = changed.map(({ flag }) => flag.name)
    await setEnabledOf(context.everything, names, environment, enabled, context.now)
    for (const featureName of names)
      context.record({
        type: enabled ? 'feature-environment-enabled' : 'feature-environment-disabled',
        project: situation.project.id,
        featureName,
        environment,
      })
  }
}

async function importStrategies(
  context: MutationContext,
  situation: ImportSituation,
  flags: readonly StoredFeature[],
): Promise<void> {
  const { everything } = context
  const { environment } = situation.input
  const project = situation.project.id
  const features = flags.map(({ name }) => name)
  // delete plans, which would otherwise change the imported strategies again
  for (const plan of await readPlans(everything, { features, environment }))
    await removeReleasePlan(context, project, plan)
  for (const strategy of await readStrategies(everything, { features, environment })) {
    await deleteStrategyRow(everything, strategy.id)
    context.record({
      type: 'feature-strategy-remove',
      project,
      featureName: strategy.featureName,
      environment,
      preData: { ...toStrategy(strategy) },
    })
  }
  const drafts = features.flatMap((featureName) =>
    strategiesOf(situation, featureName).map((draft) => ({ featureName, draft })),
  )
  await addStrategies(context, { projectId: project, environment }, drafts)
}

/** The strategies that the file has for a flag, in their order, with the segments that are here. */
export function strategiesOf(
  { parts, segments }: Pick<ImportSituation, 'parts' | 'segments'>,
  flag: string,
): CreateStrategy[] {
  return inEvaluationOrder(parts.strategies.get(flag) ?? []).map(
    ({ name, title, parameters, constraints, variants, disabled, sortOrder, segments: used }) => ({
      name,
      title,
      parameters,
      constraints,
      variants: variants && inOrderOfWeight(variants),
      disabled,
      sortOrder: sortOrder ?? undefined,
      segments: (used ?? []).flatMap((id) => segments.get(id) ?? []),
    }),
  )
}

/**
 * Sorts variants by weight, largest first. If 1000 cannot be divided evenly, the first variants get more.
 * This order therefore keeps their weights.
 */
export const inOrderOfWeight = <V extends { weight: number }>(variants: readonly V[]): V[] =>
  [...variants].sort((a, b) => b.weight - a.weight)
