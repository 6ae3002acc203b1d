import type {
  CreateSafeguard,
  FeatureEnvironmentSafeguard,
  ReleasePlanSafeguard,
} from '#shared/flags/schemas/safeguard.ts'
import { inList } from '#store/in-list.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

/** A safeguard as stored: of a plan, or of a flag in an environment. */
export interface StoredSafeguard {
  id: string
  featureName: string
  environment: string
  planId: string | null
  impactMetric: ReleasePlanSafeguard['impactMetric']
  triggerCondition: CreateSafeguard['triggerCondition']
  createdAt: string
  /** Since when it has been beyond its threshold. */
  triggeredAt: string | null
}

/** The safeguards of flags, in every environment or one; of all flags when none is named. */
export async function readSafeguards(
  queries: Queries,
  { features, environment }: { features?: readonly string[]; environment?: string } = {},
): Promise<StoredSafeguard[]> {
  const rows = await queries
    .selectFrom('safeguards')
    .selectAll()
    .$if(features !== undefined, (q) => q.where((eb) => inList(eb.ref('feature_name'), features ?? [])))
    .$if(environment !== undefined, (q) => q.where('environment', '=', environment ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    featureName: row.feature_name,
    environment: row.environment,
    planId: row.plan_id,
    impactMetric: fromJson(row.metric),
    triggerCondition: { operator: row.operator, threshold: row.threshold },
    createdAt: row.created_at,
    triggeredAt: row.triggered_at,
  }))
}

/** Writes a safeguard, in the place of the one of its id. */
export async function saveSafeguard(queries: Queries, safeguard: StoredSafeguard): Promise<void> {
  await deleteSafeguardRow(queries, safeguard.id)
  await queries
    .insertInto('safeguards')
    .values({
      id: safeguard.id,
      feature_name: safeguard.featureName,
      environment: safeguard.environment,
      plan_id: safeguard.planId,
      metric: toJson(safeguard.impactMetric),
      operator: safeguard.triggerCondition.operator,
      threshold: safeguard.triggerCondition.threshold,
      created_at: safeguard.createdAt,
      triggered_at: safeguard.triggeredAt,
    })
    .execute()
}

export async function deleteSafeguardRow(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('safeguards').where('id', '=', id).execute()
}

/** The contract's form of a safeguard of a plan. */
export const toPlanSafeguard = ({
  id,
  impactMetric,
  triggerCondition,
  planId,
}: StoredSafeguard): ReleasePlanSafeguard => ({
  id,
  impactMetric,
  triggerCondition,
  action: { type: 'pauseReleasePlanProgressions', id: planId ?? '' },
})

/** The contract's form of a safeguard of a flag in an environment. */
export const toEnvironmentSafeguard = (
  { id, impactMetric, triggerCondition, featureName, environment }: StoredSafeguard,
  project: string,
): FeatureEnvironmentSafeguard => ({
  id,
  impactMetric,
  triggerCondition,
  action: { type: 'disableFeatureEnvironment', featureName, environment, project },
})
