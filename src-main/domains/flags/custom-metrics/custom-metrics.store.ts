import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { CustomMetric, StoredCustomMetrics } from '#shared/flags/schemas/metrics.ts'
import { Turn } from '#runtime/turn.ts'
import { inList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import type { MetricScope, ScopeFilter } from './metric-scope.ts'

const MINUTE = 60_000
const KEPT_MS = 60 * MINUTE
const MAX_KEPT = 10_000
/** Rows that are read at once: some milliseconds. */
const PAGE = 1000

type Stored = StoredCustomMetrics['metrics'][number]

/**
 * Writes the numbers of a report: the last one a minute of each name, labels and scope counts. Reports of one scope never
 * replace those of another.
 */
export async function writeCustomMetrics(
  queries: Queries,
  metrics: readonly CustomMetric[],
  now: Date,
  scope: MetricScope,
): Promise<void> {
  const minute = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE).toISOString()
  const environment = scope.environment ?? null
  const projects = JSON.stringify([...scope.projects].sort())
  const rows = new Map(
    metrics.map(({ name, value, labels }) => {
      const key = keyOf([environment, projects, minute, name, sorted(labels)])
      const row = { key, environment, projects, name, value, minute }
      return [key, { ...row, labels: labels ? JSON.stringify(labels) : null }] as const
    }),
  )
  // a replaced number takes its place among the newest
  await queries
    .deleteFrom('custom_metrics')
    .where((eb) => inList(eb.ref('key'), rows.keys()))
    .execute()
  await insertAll(queries, 'custom_metrics', [...rows.values()])
}

/** Reads the numbers of the last hour that may be shown; of the same name, labels and minute the last one. */
export async function readCustomMetrics(
  queries: Queries,
  now: Date,
  isShown: ScopeFilter,
): Promise<StoredCustomMetrics> {
  const from = new Date(now.getTime() - KEPT_MS).toISOString()
  const shown = new Map<string, Stored>()
  for await (const rows of pagesOf(queries)) {
    for (const { environment, projects, name, value, labels, minute } of rows) {
      const scope = {
        ...(environment === null ? {} : { environment }),
        projects: fromJson<string[]>(projects),
      }
      if (minute < from || !isShown(scope)) continue
      const named = labels === null ? undefined : fromJson<Record<string, string>>(labels)
      const key = JSON.stringify([minute, name, sorted(named)])
      shown.delete(key)
      shown.set(key, { name, value, ...(named ? { labels: named } : {}), timestamp: minute })
    }
  }
  const metrics = [...shown.values()].sort((a, b) =>
    a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0,
  )
  return {
    metrics,
    count: metrics.length,
    metricNames: [...new Set(metrics.map((one) => one.name))].sort(),
  }
}

async function* pagesOf(queries: Queries) {
  const turn = new Turn()
  for (let after = 0; ;) {
    const rows = await queries
      .selectFrom('custom_metrics')
      .select(['id', 'environment', 'projects', 'name', 'value', 'labels', 'minute'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    yield rows
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? after
    await turn.pause()
  }
}

/** Deletes the oldest of the largest scope first, so that a flood of reports pushes out none but its own. */
export async function boundCustomMetrics(queries: Queries, now: Date): Promise<void> {
  const from = new Date(now.getTime() - KEPT_MS).toISOString()
  await queries.deleteFrom('custom_metrics').where('minute', '<', from).execute()
  const scopes = await queries
    .selectFrom('custom_metrics')
    .select(['environment', 'projects', (eb) => eb.fn.countAll<number>().as('size')])
    .groupBy(['environment', 'projects'])
    .execute()
  let surplus = scopes.reduce((sum, { size }) => sum + size, 0) - MAX_KEPT
  for (const { environment, projects, size } of scopes.sort((a, b) => b.size - a.size)) {
    if (surplus <= 0) return
    const most = surplus
    await queries
      .deleteFrom('custom_metrics')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('custom_metrics')
          .select('id')
          .where(sql<boolean>`environment is not distinct from ${environment}`)
          .where('projects', '=', projects)
          .orderBy('id')
          .limit(most),
      )
      .execute()
    surplus -= size
  }
}

const sorted = (labels: Record<string, string> = {}) =>
  Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))
const keyOf = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
