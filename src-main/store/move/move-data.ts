import { beginIds, emptyTable, lastGivenId, raiseIds, runTriggers } from '../engines/portable.ts'
import { insertAll } from '../insert-all.ts'
import type { Queries } from '../queries.ts'
import type { Schema } from '../schema.ts'
import { MoveFailed } from '../store-errors.ts'
import type { Store } from '../store.ts'
import { sumTable, type TableSum } from './compare-tables.ts'
import {
  beginProgress,
  endProgress,
  forgetProgress,
  noteProgress,
  readProgress,
  readSource,
  type TableProgress,
} from './move-progress.ts'
import { readMovedTables, withDependents, type MovedTable } from './moved-tables.ts'
import { countRows, readRows, type Batch } from './read-rows.ts'
import { sql } from 'kysely'

import { messageOf } from '#shared/errors/message-of.ts'

/** A step of a move that has just been made. */
export interface MoveStep {
  doing: 'copying' | 'comparing'
  table: string
  rows: number
  of: number
}

/** A table that was moved, and is equal at both ends. */
export type ComparedTable = { table: string } & TableSum

/** Rows that triggers may see again: their own tables are copied later. */
const SMALL = 1000

interface Move {
  from: Store
  /** Opened with `movesInto`: until the move has ended nobody else can open it. */
  to: Store
  onStep?: (step: MoveStep) => void
  /** Hears the tables, in order, before the first step. */
  onPlan?: (tables: { table: string; rows: number }[]) => void
  /** Compares what clients see at both ends; rejects if it differs. */
  compare?: (from: Queries, to: Queries) => Promise<unknown>
  /** Ends the move between two batches, with its reason. What was copied stays, and a later move goes on from there. */
  signal?: AbortSignal
}

interface Run extends Pick<Move, 'from' | 'to' | 'signal'> {
  onStep: (step: MoveStep) => void
  /** Rows of each table of the source. */
  counts: ReadonlyMap<string, number>
}

/**
 * Copies all data into an empty database of the other engine, and compares both. A move that was interrupted goes on where
 * it ended; tables that were written to since are copied again. Throws MoveFailed if the target holds an instance, or if the
 * ends differ, as when the source is written to all the time, or if a row cannot be stored. The source is only read.
 */
export async function moveData({
  compare,
  onPlan,
  onStep = () => undefined,
  ...rest
}: Move): Promise<ComparedTable[]> {
  const { from, to } = rest
  const tables = await tablesOf(from, to)
  await begin(from, to, tables)
  const counts = new Map<string, number>()
  for (const table of tables) counts.set(table.name, await countRows(from.queries, table))
  onPlan?.([...counts].map(([table, rows]) => ({ table, rows })))
  const run: Run = { ...rest, onStep, counts }
  await copyTables(run, tables)
  const compared = await compareTables(run, tables)
  const changed = compared.filter(({ isEqual }) => !isEqual).map(({ table }) => table)
  if (changed.length > 0) await copyAgain(run, tables, new Set(changed), compared)
  await compare?.(from.queries, to.queries)
  await to.transaction(endProgress)
  await to.durable()
  return compared.map(({ table, rows, sha256 }) => ({ table, rows, sha256 }))
}

/**
 * Marks a database that was moved into as a copy that is not at its end: it cannot be opened, as the source goes on. A later
 * move from the same source copies what has changed.
 */
export async function reopenMove(from: Store, to: Store): Promise<void> {
  const tables = await tablesOf(from, to)
  await to.transaction(async (queries) => {
    await beginProgress(queries, from.status.place)
    for (const { name } of tables)
      await noteProgress(queries, name, { last: undefined, rows: 0, isWhole: true })
  })
  await to.durable()
}

async function tablesOf(from: Store, to: Store): Promise<MovedTable[]> {
  const embedded = [from, to].filter(({ status }) => status.engine === 'sqlite')
  if (embedded.length !== 1 || !embedded[0])
    throw new MoveFailed('One end of a move is a data folder, the other one is a PostgreSQL database.')
  return readMovedTables(embedded[0].queries)
}

/** Begins a move, or goes on with one from the same source. Empties the tables of a new schema. */
async function begin(from: Store, to: Store, tables: readonly MovedTable[]): Promise<void> {
  await to.transaction(async (queries) => {
    const isNew = await beginProgress(queries, from.status.place)
    const source = await readSource(queries)
    if (source !== from.status.place)
      throw new MoveFailed(
        `A move from ${source} into ${to.status.place} has begun and not ended. Go on with that one, or choose an empty database.`,
      )
    if (!isNew) return
    for (const name of ['events', 'users', 'features'] as const) {
      const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(queries)
      if (rows.length > 0)
        throw new MoveFailed(
          `${to.status.place} holds an instance already. Choose an empty database or folder.`,
        )
    }
    for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(queries)
  })
}

async function copyTables(run: Run, tables: readonly MovedTable[]): Promise<void> {
  const { from, to, counts } = run
  const progress = await readProgress(to.queries)
  const todo = tables.filter(({ name }) => !progress.get(name)?.isWhole)
  const isWithoutRows = ({ name }: MovedTable) => counts.get(name) === 0 && !progress.has(name)
  await to.transaction(async (queries) => {
    for (const { name } of todo.filter(isWithoutRows))
      await noteProgress(queries, name, { last: undefined, rows: 0, isWhole: true })
  })
  for (const table of todo) if (!isWithoutRows(table)) await copyTable(run, table, progress.get(table.name))
  for (const { keepsIds, name } of tables) if (keepsIds) await carryIds(from, to, name)
}

/** Copies a table from behind the last row that an interrupted move has copied. */
async function copyTable(
  { from, to, onStep, signal, counts }: Run,
  table: MovedTable,
  known: TableProgress | undefined,
): Promise<void> {
  const of = counts.get(table.name) ?? 0
  let { rows, last } = known ?? { rows: 0, last: undefined }
  let isWhole = false
  if (last === undefined) await empty(to, table)
  const isLarge = of > SMALL
  if (isLarge) await pauseTriggers(to, table, true)
  const put = (batch: Batch | undefined) =>
    to.transaction(async (queries) => {
      if (batch) await insertAll(queries, table.name as keyof Schema, batch.rows as never[])
      const now = {
        last: batch?.last ?? last,
        rows: rows + (batch?.rows.length ?? 0),
        isWhole: batch?.isLast ?? true,
      }
      await noteProgress(queries, table.name, now)
    })
  for await (const batch of readRows(from.queries, table, last)) {
    signal?.throwIfAborted()
    await put(batch).catch((error: unknown) => {
      throw notCopied(table, rows, error)
    })
    rows += batch.rows.length
    last = batch.last
    isWhole = batch.isLast
    onStep({ doing: 'copying', table: table.name, rows, of })
  }
  if (!isWhole) await put(undefined)
  if (isLarge) await pauseTriggers(to, table, false)
}

/** Triggers count rows and tell others of them: their tables are copied too, and nobody else is there. */
const pauseTriggers = (to: Store, { name }: MovedTable, isPaused: boolean) =>
  to.transaction((queries) => sql`${runTriggers(name, !isPaused)}`.execute(queries))

async function empty(to: Store, { name }: MovedTable): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(to.queries)
    if (rows.length === 0) return
    await to.transaction((queries) => sql`${emptyTable(name)}`.execute(queries))
  }
}

/** Copies tables that differ, and those that depend on them, once more, and notes their sums. Throws if one differs still. */
async function copyAgain(
  run: Run,
  tables: readonly MovedTable[],
  changed: ReadonlySet<string>,
  compared: Comparison[],
): Promise<void> {
  const again = withDependents(tables, changed)
  for (const table of again.toReversed()) {
    await run.to.transaction((queries) => forgetProgress(queries, table.name))
    await empty(run.to, table)
  }
  await copyTables(run, again)
  for (const one of await compareTables(run, again)) {
    if (!one.isEqual)
      throw new MoveFailed(
        `The table ${one.table} differs: ${one.rows} rows here, ${one.there} there. ` +
          'Is the source written to meanwhile? End every Halyard that uses it, and move again.',
      )
    compared[compared.findIndex(({ table }) => table === one.table)] = one
  }
}

function notCopied({ name }: MovedTable, rows: number, error: unknown): MoveFailed {
  const why = messageOf(error)
  return new MoveFailed(
    `Rows of the table ${name}, behind the first ${rows}, cannot be stored: ${why}`,
    error,
  )
}

/** Lets a table go on with its numbers behind the last one that the source has given, also where that row is gone. */
async function carryIds(from: Store, to: Store, table: string): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`select ${lastGivenId(table)} as last`.execute(
    from.queries,
  )
  const last = rows[0]?.last ?? 0
  if (last === 0) return
  await to.transaction(async (queries) => {
    await beginIds(table).execute(queries)
    await raiseIds(table, last).execute(queries)
  })
}

interface Comparison extends ComparedTable {
  isEqual: boolean
  /** Rows of the target. */
  there: number
}

async function compareTables(
  { from, to, onStep, signal, counts }: Run,
  tables: readonly MovedTable[],
): Promise<Comparison[]> {
  const compared: Comparison[] = []
  for (const table of tables) {
    const of = counts.get(table.name) ?? 0
    const onRows = (rows: number) => {
      signal?.throwIfAborted()
      if (rows < of) onStep({ doing: 'comparing', table: table.name, rows, of })
    }
    const [ours, theirs] = await Promise.all([
      sumTable(from.queries, table, onRows),
      sumTable(to.queries, table),
    ])
    const isEqual = ours.rows === theirs.rows && ours.sha256 === theirs.sha256
    onStep({ doing: 'comparing', table: table.name, rows: ours.rows, of: ours.rows })
    compared.push({ table: table.name, ...ours, isEqual, there: theirs.rows })
  }
  return compared
}
