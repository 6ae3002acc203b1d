import { STEPS as STEP_NAMES } from '#shared/flags/schemas/impact-metric.ts'
import type { MetricType, StepName } from '#shared/flags/schemas/impact-metric.ts'
import { compositeKey } from '#shared/composite-key.ts'
import { inList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { addAmount, type Amount, type Buckets, type ReportedMetric } from './impact-sample.ts'
import { slotOf } from './impact-step.ts'

/** Environment and projects that a report is about. */
export interface ReportScope {
  environment: string
  projects: readonly string[]
}

/** A metric with one combination of labels, as stored. */
export interface StoredSeries extends ReportScope {
  id: number
  name: string
  type: MetricType
  labels: Readonly<Record<string, string>>
  help: string
  seenAt: string
}

/** An amount of a series within the step that begins at an instant. */
export interface StoredSample extends Amount {
  seriesId: number
  at: string
}

/** Identifies the series of a report within its reach. */
export const seriesKey = ({ name, type, labels }: Pick<ReportedMetric, 'name' | 'type' | 'labels'>): string =>
  compositeKey(name, type, toJson(labels))

const projectsText = ({ projects }: ReportScope) => toJson([...new Set(projects)].sort())

/** Reads the series of some names within a reach, by their keys. */
export async function readSeriesOfScope(
  queries: Queries,
  reach: ReportScope,
  names: readonly string[],
): Promise<Map<string, StoredSeries>> {
  const rows = await queries
    .selectFrom('impact_series')
    .selectAll()
    .where((eb) => inList(eb.ref('name'), names))
    .where('environment', '=', reach.environment)
    .where('projects', '=', projectsText(reach))
    .execute()
  return new Map(rows.map(toSeries).map((one) => [seriesKey(one), one]))
}

/** Reads series by name and environment; all of the instance when neither is given. */
export async function readSeries(
  queries: Queries,
  { names, environment }: { names?: readonly string[]; environment?: string } = {},
): Promise<StoredSeries[]> {
  const rows = await queries
    .selectFrom('impact_series')
    .selectAll()
    .$if(names !== undefined, (q) => q.where((eb) => inList(eb.ref('name'), names ?? [])))
    .$if(environment !== undefined, (q) => q.where('environment', '=', environment ?? ''))
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(toSeries)
}

const toSeries = (row: {
  id: number
  name: string
  type: MetricType
  environment: string
  projects: string
  labels: string
  help: string
  seen_at: string
}): StoredSeries => ({
  id: row.id,
  name: row.name,
  type: row.type,
  environment: row.environment,
  projects: fromJson(row.projects),
  labels: fromJson(row.labels),
  help: row.help,
  seenAt: row.seen_at,
})

/** Counts the series of the instance, and those of some names. */
export async function countSeries(
  queries: Queries,
  names: readonly string[],
): Promise<{ all: number; byName: Map<string, number> }> {
  const count = queries.selectFrom('impact_series').select((eb) => eb.fn.countAll<number>().as('count'))
  const all = await count.executeTakeFirstOrThrow()
  const rows = await count
    .select('name')
    .where((eb) => inList(eb.ref('name'), names))
    .groupBy('name')
    .execute()
  return { all: Number(all.count), byName: new Map(rows.map((row) => [row.name, Number(row.count)])) }
}

export async function insertSeries(
  queries: Queries,
  reach: ReportScope,
  series: readonly Pick<ReportedMetric, 'name' | 'type' | 'labels' | 'help'>[],
  at: string,
): Promise<void> {
  await insertAll(
    queries,
    'impact_series',
    series.map(({ name, type, labels, help }) => ({
      name,
      type,
      environment: reach.environment,
      projects: projectsText(reach),
      labels: toJson(labels),
      help,
      seen_at: at,
    })),
  )
}

/** Notes when series were reported last. */
export async function touchSeries(queries: Queries, ids: readonly number[], at: string): Promise<void> {
  await queries
    .updateTable('impact_series')
    .set({ seen_at: at })
    .where((eb) => inList(eb.ref('id'), ids))
    .execute()
}

/** Adds amounts to the running step of every resolution. */
export async function addSamples(
  queries: Queries,
  amounts: ReadonlyMap<number, Amount>,
  now: Date,
): Promise<void> {
  for (const step of STEP_NAMES) {
    const { slot, at } = slotOf(step, now)
    const there = await readSlot(queries, [...amounts.keys()], step, slot, at)
    const rows = [...amounts].map(([seriesId, amount]) => {
      const { count, sum, last, buckets } = addAmount(there.get(seriesId), amount)
      return { series_id: seriesId, step, slot, at, count, sum, last, buckets: buckets && toJson(buckets) }
    })
    await insertAll(queries, 'impact_samples', rows, (insert) =>
      insert.onConflict((conflict) =>
        conflict.columns(['series_id', 'step', 'slot']).doUpdateSet((eb) => ({
          at: eb.ref('excluded.at'),
          count: eb.ref('excluded.count'),
          sum: eb.ref('excluded.sum'),
          last: eb.ref('excluded.last'),
          buckets: eb.ref('excluded.buckets'),
        })),
      ),
    )
  }
}

async function readSlot(
  queries: Queries,
  ids: readonly number[],
  step: StepName,
  slot: number,
  at: string,
): Promise<Map<number, Amount>> {
  const rows = await queries
    .selectFrom('impact_samples')
    .selectAll()
    .where((eb) => inList(eb.ref('series_id'), ids))
    .where('step', '=', step)
    .where('slot', '=', slot)
    .where('at', '=', at)
    .execute()
  return new Map(rows.map((row) => [row.series_id, toAmount(row)]))
}

/** Reads the samples of series since an instant, oldest first. */
export async function readSamples(
  queries: Queries,
  ids: readonly number[],
  step: StepName,
  from: string,
): Promise<StoredSample[]> {
  const rows = await queries
    .selectFrom('impact_samples')
    .selectAll()
    .where((eb) => inList(eb.ref('series_id'), ids))
    .where('step', '=', step)
    .where('at', '>=', from)
    .orderBy('at')
    .execute()
  return rows.map((row) => ({ seriesId: row.series_id, at: row.at, ...toAmount(row) }))
}

const toAmount = (row: { count: number; sum: number; last: number; buckets: string | null }): Amount => ({
  count: row.count,
  sum: row.sum,
  last: row.last,
  buckets: row.buckets === null ? null : fromJson<Buckets>(row.buckets),
})
