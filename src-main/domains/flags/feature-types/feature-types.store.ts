import type { FeatureTypeRecord } from '#shared/flags/contract/feature-types.ts'
import type { Queries } from '#store/queries.ts'

const COLUMNS = ['id', 'name', 'description', 'lifetime_days as lifetimeDays'] as const

export async function readFeatureTypes(queries: Queries): Promise<FeatureTypeRecord[]> {
  return queries.selectFrom('feature_types').select(COLUMNS).orderBy('sort_order').execute()
}

export async function findFeatureType(queries: Queries, id: string): Promise<FeatureTypeRecord | undefined> {
  return queries.selectFrom('feature_types').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

export async function setLifetime(queries: Queries, id: string, days: number | null): Promise<void> {
  await queries.updateTable('feature_types').set({ lifetime_days: days }).where('id', '=', id).execute()
}
