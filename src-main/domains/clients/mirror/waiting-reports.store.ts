import { sql, type Selectable, type SqlBool } from 'kysely'

import { compositeKey } from '#shared/composite-key.ts'
import { rowAddress } from '#store/engines/portable.ts'
import { groupRows } from '#store/group-rows.ts'
import { inBatches } from '#store/in-batches.ts'
import { inList, notInList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import type { ReportBatchesTable, WaitingReportsTable } from '#store/mirror-schema.ts'
import type { Queries } from '#store/queries.ts'

export type WaitingReport = Selectable<WaitingReportsTable>
export type ReportKind = WaitingReport['kind']
export type ReportBatch = Selectable<ReportBatchesTable>

/** Identifies a report among those that wait. */
export const reportKey = ({ kind, environment, key }: Pick<WaitingReport, 'kind' | 'environment' | 'key'>) =>
  compositeKey(kind, environment, key)

/** Reads those that wait with the same keys as others, by `reportKey`. */
export async function findWaiting(
  queries: Queries,
  kind: ReportKind,
  like: readonly Pick<WaitingReport, 'environment' | 'key'>[],
): Promise<Map<string, WaitingReport>> {
  if (like.length === 0) return new Map()
  const listed = (values: (one: Pick<WaitingReport, 'environment' | 'key'>) => string) =>
    new Set(like.map(values))
  const rows = await queries
    .selectFrom('waiting_reports')
    .selectAll()
    .where('kind', '=', kind)
    .where((eb) =>
      inList(
        eb.ref('environment'),
        listed(({ environment }) => environment),
      ),
    )
    .where((eb) =>
      inList(
        eb.ref('key'),
        listed(({ key }) => key),
      ),
    )
    .execute()
  return new Map(rows.map((row) => [reportKey(row), withNumbers(row)]))
}

/** PostgreSQL returns sums as texts. */
const withNumbers = <Row extends { evaluations: number }>(row: Row): Row => ({
  ...row,
  evaluations: Number(row.evaluations),
})

/** Writes reports; those with the same keys are replaced, and keep the time since which they wait. */
export async function saveWaiting(queries: Queries, reports: readonly WaitingReport[]): Promise<void> {
  await inBatches(reports, (some) =>
    insertAll(queries, 'waiting_reports', some, (insert) =>
      insert.onConflict((conflict) =>
        conflict.columns(['kind', 'environment', 'key']).doUpdateSet((eb) => ({
          project: eb.ref('excluded.project'),
          content: eb.ref('excluded.content'),
          evaluations: eb.ref('excluded.evaluations'),
        })),
      ),
    ),
  )
}

/** Counts those that wait of a kind. */
export async function countWaiting(queries: Queries, kind: ReportKind): Promise<number> {
  const { count } = await queries
    .selectFrom('waiting_reports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes those of a kind that have waited longest. Returns the number of their evaluations. */
export async function dropOldest(queries: Queries, kind: ReportKind, count: number): Promise<number> {
  const oldest = sql`select ${rowAddress()} from waiting_reports where kind = ${kind} order by since limit ${count}`
  const rows = await queries
    .deleteFrom('waiting_reports')
    .where(sql<SqlBool>`${rowAddress()} in (${oldest})`)
    .returning('evaluations')
    .execute()
  return rows.reduce((sum, { evaluations }) => sum + Number(evaluations), 0)
}

/** Projects whose reports a token sends: only those, or all but those. */
export interface Share {
  environment: string
  only?: readonly string[]
  except?: readonly string[]
}

/** Reads those that have waited longest, of a share. */
export async function readWaiting(
  queries: Queries,
  { environment, only, except = [] }: Share,
  limit: number,
): Promise<WaitingReport[]> {
  const rows = await queries
    .selectFrom('waiting_reports')
    .selectAll()
    .where('environment', '=', environment)
    .where((eb) => (only ? inList(eb.ref('project'), only) : notInList(eb.ref('project'), except)))
    .orderBy('since')
    .limit(limit)
    .execute()
  return rows.map(withNumbers)
}

/** Deletes some that wait. */
export async function deleteWaiting(queries: Queries, reports: readonly WaitingReport[]): Promise<void> {
  for (const [kind, ofKind] of groupRows(reports, (one) => one.kind))
    for (const [environment, some] of groupRows(ofKind, (one) => one.environment))
      await queries
        .deleteFrom('waiting_reports')
        .where('kind', '=', kind)
        .where('environment', '=', environment)
        .where((eb) =>
          inList(
            eb.ref('key'),
            some.map(({ key }) => key),
          ),
        )
        .execute()
}

/** Deletes those of environments that no token is for. Returns the number of their evaluations. */
export async function dropElsewhere(queries: Queries, environments: Iterable<string>): Promise<number> {
  const rows = await queries
    .deleteFrom('waiting_reports')
    .where((eb) => notInList(eb.ref('environment'), environments))
    .returning('evaluations')
    .execute()
  return rows.reduce((sum, { evaluations }) => sum + Number(evaluations), 0)
}

export async function insertBatch(queries: Queries, batch: Omit<ReportBatch, 'id' | 'state'>): Promise<void> {
  await queries
    .insertInto('report_batches')
    .values({ ...batch, state: 'ready' })
    .execute()
}

/** Finds the oldest batch of a token that is not being sent. */
export async function findReadyBatch(queries: Queries, source: string): Promise<ReportBatch | undefined> {
  const row = await queries
    .selectFrom('report_batches')
    .selectAll()
    .where('source', '=', source)
    .where('state', '=', 'ready')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row && withNumbers(row)
}

/** Reads batches in the order in which they were made. */
export async function readBatches(queries: Queries): Promise<ReportBatch[]> {
  const rows = await queries.selectFrom('report_batches').selectAll().orderBy('id').execute()
  return rows.map(withNumbers)
}

export async function setBatchState(
  queries: Queries,
  id: number,
  state: ReportBatch['state'],
): Promise<void> {
  await queries.updateTable('report_batches').set({ state }).where('id', '=', id).execute()
}

/** Has another token send a batch. */
export async function setBatchSource(queries: Queries, id: number, source: string): Promise<void> {
  await queries.updateTable('report_batches').set({ source }).where('id', '=', id).execute()
}

/** Deletes a batch. Returns whether it was there. */
export async function deleteBatch(queries: Queries, id: number): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('report_batches')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Finds the projects of flags, by name. Names of no flag are absent. */
export async function findProjects(queries: Queries, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await queries
    .selectFrom('features')
    .select(['name', 'project'])
    .where((eb) => inList(eb.ref('name'), names))
    .execute()
  return new Map(rows.map(({ name, project }) => [name, project]))
}
