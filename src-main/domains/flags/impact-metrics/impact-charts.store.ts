import type { ImpactChart } from '#shared/flags/schemas/impact-metric.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

/** A chart as stored: of a flag, or of the instance. */
export type StoredChart = Omit<ImpactChart, 'type' | 'displayName'> & {
  featureName: string | null
  createdAt: string
}

/** Reads the charts of a flag (null: of the instance), oldest first. */
export async function readCharts(queries: Queries, featureName: string | null): Promise<StoredChart[]> {
  const rows = await queries
    .selectFrom('impact_charts')
    .selectAll()
    .where('feature_name', 'is not distinct from', featureName)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...fromJson<Omit<StoredChart, 'id' | 'featureName' | 'createdAt' | 'metricName'>>(row.chart),
    id: row.id,
    metricName: row.metric_name,
    featureName: row.feature_name,
    createdAt: row.created_at,
  }))
}

/** Writes a chart, in the place of the one of its id. */
export async function saveChartRow(queries: Queries, stored: StoredChart): Promise<void> {
  const { id, featureName, createdAt, metricName, ...chart } = stored
  const row = { metric_name: metricName, chart: toJson(chart) }
  await queries
    .insertInto('impact_charts')
    .values({ id, feature_name: featureName, created_at: createdAt, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

export async function deleteChartRow(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('impact_charts').where('id', '=', id).execute()
}
