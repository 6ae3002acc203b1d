import { compositeKey } from '#shared/composite-key.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

export interface SampleSignal {
  id: number
  createdAt: string
  payload: unknown
}

interface Period {
  sourceId: number
  from?: string | undefined
  to?: string | undefined
}

/** The signals of an endpoint in a period, newest first, from the one after `after` on. */
export async function readSignalsOf(
  queries: Queries,
  { sourceId, from, to }: Period,
  limit: number,
  after?: Pick<SampleSignal, 'id' | 'createdAt'>,
): Promise<SampleSignal[]> {
  let signals = queries
    .selectFrom('signals')
    .select(['id', 'created_at as createdAt', 'payload'])
    .where('source_id', '=', sourceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (from !== undefined) signals = signals.where('created_at', '>=', from)
  if (to !== undefined) signals = signals.where('created_at', '<=', to)
  if (after)
    signals = signals
      .where('created_at', '<=', after.createdAt)
      .where((eb) => eb.or([eb('created_at', '<', after.createdAt), eb('id', '<', after.id)]))
  const rows = await signals.execute()
  return rows.map((row) => ({ ...row, payload: fromJson(row.payload) }))
}

/** The flags of a project and if they are on, by the composite key of flag and environment. */
export async function readEnabledFlags(
  queries: Queries,
  project: string,
): Promise<Map<string, { featureName: string; environment: string; enabled: boolean }>> {
  const rows = await queries
    .selectFrom('feature_environments as at')
    .innerJoin('features', 'features.name', 'at.feature_name')
    .select(['at.feature_name as featureName', 'at.environment', 'at.enabled'])
    .where('features.project', '=', project)
    .orderBy('at.feature_name')
    .orderBy('at.environment')
    .execute()
  return new Map(rows.map((row) => [compositeKey(row.featureName, row.environment), row]))
}
