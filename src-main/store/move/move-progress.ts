import { sql } from 'kysely'

import type { Queries } from '../queries.ts'
import { UnfinishedMove } from '../store-errors.ts'

/** Table of the target that says how far a move has come. It is there until the move has ended and was checked. */
export const PROGRESS_TABLE = 'halyard_move'

/** Row with the place that the data comes from, beside one for each table. */
const SOURCE = ''

/** Part of a table that has been copied. */
export interface TableProgress {
  /** Key of the last row; undefined: no row yet. */
  last: readonly unknown[] | undefined
  rows: number
  isWhole: boolean
}

interface Row {
  table_name: string
  position: string | null
  rows: number
  is_whole: number
}

/** Rejects with UnfinishedMove if the table of the progress is there: the database holds a part of the data. */
export async function refuseUnfinishedMove(
  queries: Queries,
  place: string,
  tables: readonly string[],
): Promise<void> {
  if (tables.includes(PROGRESS_TABLE)) throw new UnfinishedMove(place, await readSource(queries))
}

/** Checks whether a database holds a part of the data of a move. */
export async function isUnfinishedMove(queries: Queries): Promise<boolean> {
  return readSource(queries).then(
    () => true,
    () => false,
  )
}

/** Creates the table of the progress. Returns false if it is there: the tables hold a copy that did not come to its end. */
export async function beginProgress(queries: Queries, source: string): Promise<boolean> {
  await sql`create table if not exists ${sql.table(PROGRESS_TABLE)}
    (table_name text primary key, position text, rows integer not null, is_whole integer not null)`.execute(
    queries,
  )
  const { numAffectedRows } =
    await sql`insert into ${sql.table(PROGRESS_TABLE)} values (${SOURCE}, ${source}, 0, 0)
    on conflict (table_name) do nothing`.execute(queries)
  return numAffectedRows === 1n
}

/** Reads the place that the data of an unfinished move comes from. */
export async function readSource(queries: Queries): Promise<string> {
  const { rows } =
    await sql<Row>`select position from ${sql.table(PROGRESS_TABLE)} where table_name = ${SOURCE}`.execute(
      queries,
    )
  return rows[0]?.position ?? ''
}

/** Reads how far each table has been copied, by name. */
export async function readProgress(queries: Queries): Promise<Map<string, TableProgress>> {
  const { rows } =
    await sql<Row>`select * from ${sql.table(PROGRESS_TABLE)} where table_name <> ${SOURCE}`.execute(queries)
  return new Map(
    rows.map(({ table_name: name, position, rows: copied, is_whole: isWhole }) => [
      name,
      {
        last: position === null ? undefined : (JSON.parse(position) as unknown[]),
        rows: copied,
        isWhole: isWhole === 1,
      },
    ]),
  )
}

/** Notes how far a table has been copied, in the transaction that copies. */
export async function noteProgress(
  queries: Queries,
  table: string,
  { last, rows, isWhole }: TableProgress,
): Promise<void> {
  const position = last === undefined ? null : JSON.stringify(last)
  await sql`insert into ${sql.table(PROGRESS_TABLE)} values (${table}, ${position}, ${rows}, ${isWhole ? 1 : 0})
    on conflict (table_name) do update
    set position = excluded.position, rows = excluded.rows, is_whole = excluded.is_whole`.execute(queries)
}

/** Forgets that a table has been copied. */
export async function forgetProgress(queries: Queries, table: string): Promise<void> {
  await sql`delete from ${sql.table(PROGRESS_TABLE)} where table_name = ${table}`.execute(queries)
}

/** Ends a move: from now on the database can be opened. */
export async function endProgress(queries: Queries): Promise<void> {
  await sql`drop table ${sql.table(PROGRESS_TABLE)}`.execute(queries)
}
