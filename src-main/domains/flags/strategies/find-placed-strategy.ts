import type { StrategyParams } from '#shared/contract-engine/params.ts'
import { notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { findStrategy, type PlacedStrategy } from '../features/feature-strategies.store.ts'
import { requireActiveFeature } from '../features/features.store.ts'
import type { z } from 'zod'

/** The strategy that a path names, on its flag, in its environment: elsewhere is not found. */
export async function findPlacedStrategy(
  queries: Queries,
  { featureName, environment, strategyId }: z.output<typeof StrategyParams>,
): Promise<PlacedStrategy> {
  const strategy = await findStrategy(queries, strategyId)
  if (!strategy || strategy.featureName !== featureName || strategy.environment !== environment) {
    throw notFound(`Could not find strategy with id: ${strategyId}`)
  }
  return strategy
}

/** The same, to be changed: its flag must not be archived. */
export async function findStrategyToChange(
  queries: Queries,
  params: z.output<typeof StrategyParams>,
): Promise<PlacedStrategy> {
  await requireActiveFeature(queries, params.projectId, params.featureName)
  return findPlacedStrategy(queries, params)
}
