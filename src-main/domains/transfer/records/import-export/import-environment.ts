import type { CreateStrategy } from '../../../../../src-shared/flags/schemas/strategy.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import {
  deleteStrategyRow,
  readStrategies,
} from '../../../flags/records/features/feature-strategies.store.ts'
import { findEnabled, setEnabled } from '../../../flags/records/features/feature-environments.store.ts'
import type { StoredFeature } from '../../../flags/records/features/feature.ts'
import { removeReleasePlanOf } from '../../../flags/records/release-plans/remove-plan.ts'
import { addStrategy } from '../../../flags/records/strategies/add-strategy.ts'
import { toStrategy } from '../../../flags/records/strategies/strategy.ts'
import { changeVariants, toEnvironmentVariants } from '../../../flags/records/variants/change-variants.ts'
import type { ImportSituation } from './import-situation.ts'

/**
 * Imports a flag's environment settings from the file: strategies, variants, on or off. Parts to keep stay as
 * they are here.
 */
export async function importEnvironment(
  context: MutationContext,
  situation: ImportSituation,
  flag: StoredFeature,
  kept: { strategies: boolean; variants: boolean },
): Promise<void> {
  const { parts } = situation
  const { environment } = situation.input
  if (!kept.strategies) await importStrategies(context, situation, flag)
  const said = parts.environments.get(flag.name)?.[0]
  if (!said) return
  if (!kept.variants) {
    const variants = toEnvironmentVariants(inOrderOfWeight(said.variants ?? []))
    await changeVariants(context, flag, environment, variants)
  }
  if ((await findEnabled(context.queries, flag.name, environment)) === said.enabled) return
  await setEnabled(context.queries, flag.name, environment, said.enabled, context.now)
  context.record({
    type: said.enabled ? 'feature-environment-enabled' : 'feature-environment-disabled',
    project: situation.project.id,
    featureName: flag.name,
    environment,
  })
}

async function importStrategies(
  context: MutationContext,
  situation: ImportSituation,
  flag: StoredFeature,
): Promise<void> {
  const { queries } = context
  const { environment } = situation.input
  const project = situation.project.id
  const placed = { projectId: project, featureName: flag.name, environment }
  // delete the plan, which would otherwise change the imported strategies again
  await removeReleasePlanOf(context, placed)
  for (const strategy of await readStrategies(queries, { features: [flag.name], environment })) {
    await deleteStrategyRow(queries, strategy.id)
    context.record({
      type: 'feature-strategy-remove',
      project,
      featureName: flag.name,
      environment,
      preData: { ...toStrategy(strategy) },
    })
  }
  for (const strategy of strategiesOf(situation, flag.name)) await addStrategy(context, placed, strategy)
}

/** The strategies that the file has for a flag, in their order, with the segments that are here. */
export function strategiesOf(
  { parts, segments }: Pick<ImportSituation, 'parts' | 'segments'>,
  flag: string,
): CreateStrategy[] {
  const strategies = parts.strategies.get(flag) ?? []
  return [...strategies]
    .sort((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))
    .map(({ name, title, parameters, constraints, variants, disabled, sortOrder, segments: used }) => ({
      name,
      title,
      parameters,
      constraints,
      variants: variants && inOrderOfWeight(variants),
      disabled,
      sortOrder: sortOrder ?? undefined,
      segments: (used ?? []).flatMap((id) => segments.get(id) ?? []),
    }))
}

/**
 * Sorts variants by weight, largest first. If 1000 cannot be divided evenly, the first variants get more.
 * This order therefore keeps their weights.
 */
export const inOrderOfWeight = <V extends { weight: number }>(variants: readonly V[]): V[] =>
  [...variants].sort((a, b) => b.weight - a.weight)
