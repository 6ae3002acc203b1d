import { sql, type RawBuilder } from 'kysely'

import { ownValue } from '#shared/own-value.ts'
import { rowNumber } from '../engines/portable.ts'
import type { Queries } from '../queries.ts'
import type { MovedTable } from './moved-tables.ts'

/** Rows of one statement: a batch of the largest signals is some megabytes. */
const AT_ONCE = 250
/** Column of the row's number, for tables that are read in the order of insertion. */
const NUMBER = 'halyard_row_number'

export type MovedRow = Record<string, unknown>

/** Some rows of a table, in order. */
export interface Batch {
  rows: MovedRow[]
  /** Key of the last row. */
  last: readonly unknown[]
  /** No row follows. */
  isLast: boolean
}

/** Reads a table from a key on, batch by batch. */
export async function* readRows(
  queries: Queries,
  table: MovedTable,
  after?: readonly unknown[],
): AsyncGenerator<Batch> {
  let position = after
  for (;;) {
    const batch = await readBatch(queries, table, position)
    if (batch === undefined) return
    yield batch
    if (batch.isLast) return
    position = batch.last
  }
}

async function readBatch(
  queries: Queries,
  table: MovedTable,
  after: readonly unknown[] | undefined,
): Promise<Batch | undefined> {
  const key: RawBuilder<unknown>[] = table.key?.map((name) => sql.ref(name)) ?? [rowNumber(table.name)]
  const columns: RawBuilder<unknown>[] = table.columns.map((name) => sql.ref(name))
  if (!table.key) columns.push(sql`${rowNumber(table.name)} as ${sql.ref(NUMBER)}`)
  const condition = after ? sql`where (${sql.join(key)}) > (${sql.join(after)})` : sql``
  const { rows } = await sql<MovedRow>`select ${sql.join(columns)} from ${sql.table(table.name)} ${condition}
    order by ${sql.join(key)} limit ${sql.lit(AT_ONCE)}`.execute(queries)
  const last = rows.at(-1)
  if (last === undefined) return undefined
  const position = (table.key ?? [NUMBER]).map((name) => ownValue(last, name))
  for (const row of rows) delete row[NUMBER]
  return { rows, last: position, isLast: rows.length < AT_ONCE }
}

/** Counts the rows of a table. */
export async function countRows(queries: Queries, { name }: MovedTable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
    queries,
  )
  return rows[0]?.count ?? 0
}
