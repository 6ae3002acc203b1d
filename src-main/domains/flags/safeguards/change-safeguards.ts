import type { Blindness } from '#shared/flags/schemas/release-plan.ts'
import type { CreateSafeguard } from '#shared/flags/schemas/safeguard.ts'
import { notFound } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import {
  deleteSafeguardRow,
  readSafeguards,
  saveSafeguard,
  type StoredSafeguard,
} from '../milestones/safeguards.store.ts'
import type { FlagPlace } from '../release-plans/require-plan.ts'
import { SafeguardMetrics } from './safeguard-metrics.ts'

/** Id of the plan; null: the safeguard belongs to the flag in the environment. */
type PlanId = string | null

/**
 * Sets a safeguard. Its metric identifies it: the same metric with another threshold is the same safeguard. A
 * former trigger is evaluated anew.
 */
export async function changeSafeguard(
  context: MutationContext,
  { projectId: project, featureName, environment }: FlagPlace,
  planId: PlanId,
  { impactMetric, triggerCondition }: CreateSafeguard,
): Promise<StoredSafeguard> {
  const { everything, ids, now } = context
  const metric = { ...impactMetric, source: impactMetric.source ?? ('internal' as const) }
  const there = await safeguardsOf(everything, { featureName, environment }, planId)
  const former = there.find((one) => keyOf(one.impactMetric) === keyOf(metric))
  const safeguard: StoredSafeguard = {
    id: former?.id ?? ids.ulid(),
    featureName,
    environment,
    planId,
    impactMetric: { id: former?.impactMetric.id ?? ids.ulid(), ...metric },
    triggerCondition,
    createdAt: former?.createdAt ?? now.toISOString(),
    triggeredAt: null,
  }
  await saveSafeguard(everything, safeguard)
  context.record({
    type: 'safeguard-changed',
    project,
    featureName,
    environment,
    data: inEvent(safeguard),
    ...(former ? { preData: inEvent(former) } : {}),
  })
  return safeguard
}

/** Finds out whether a new safeguard sees anything that was reported, as far as the caller sees it. */
export const blindnessOf = (
  { visible, now }: MutationContext,
  { projectId: project, environment }: FlagPlace,
  { impactMetric }: CreateSafeguard,
): Promise<Blindness | null> =>
  new SafeguardMetrics(visible, now).blindness(impactMetric, { project, environment })

export async function deleteSafeguard(
  context: MutationContext,
  { projectId: project, featureName, environment }: FlagPlace,
  planId: PlanId,
  id: string,
): Promise<void> {
  const safeguard = await findSafeguard(context.everything, { featureName, environment }, planId, id)
  if (!safeguard) throw notFound(`Could not find safeguard with id ${id}`)
  await deleteSafeguardRow(context.everything, safeguard.id)
  context.record({
    type: 'safeguard-deleted',
    project,
    featureName,
    environment,
    preData: inEvent(safeguard),
  })
}

/** The safeguard of an id, of that plan or that flag. */
export async function findSafeguard(
  queries: Queries,
  place: Pick<FlagPlace, 'featureName' | 'environment'>,
  planId: PlanId,
  id: string,
): Promise<StoredSafeguard | undefined> {
  return (await safeguardsOf(queries, place, planId)).find((one) => one.id === id)
}

async function safeguardsOf(
  queries: Queries,
  { featureName, environment }: Pick<FlagPlace, 'featureName' | 'environment'>,
  planId: PlanId,
): Promise<StoredSafeguard[]> {
  const there = await readSafeguards(queries, { features: [featureName], environment })
  return there.filter((one) => one.planId === planId)
}

/** Builds the key of a safeguard within its plan or flag: the metric it watches. */
export function keyOf({
  metricName,
  source = 'internal',
  timeRange,
  aggregationMode,
  labelSelectors,
}: CreateSafeguard['impactMetric']): string {
  const labels = Object.entries(labelSelectors)
    .map(([name, values]) => [name, [...values].sort()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([metricName, source, timeRange, aggregationMode, labels])
}

/** Builds a safeguard for event data. */
export const inEvent = ({ id, planId, impactMetric, triggerCondition }: StoredSafeguard) => ({
  name: impactMetric.metricName,
  id,
  ...(planId === null ? {} : { planId }),
  impactMetric,
  triggerCondition,
})
