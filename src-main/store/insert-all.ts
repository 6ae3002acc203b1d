import type { Insertable, InsertQueryBuilder, InsertResult } from 'kysely'

import { Turn } from '../kernel/turn.ts'
import type { Queries } from './queries.ts'
import type { Schema } from './schema.ts'

/** Bounds the parameters of one statement: SQLite takes 32,766, PostgreSQL 65,535, and no table has 60 columns. */
const ROWS_AT_ONCE = 500

type Insert<Table extends keyof Schema, Output> = InsertQueryBuilder<Schema, Table, Output>

/**
 * Inserts rows, however many; none for an empty list. The only way to insert more than one row. `refine` completes
 * each statement, with what to do on a conflict or what to return.
 */
export async function insertAll<Table extends keyof Schema, Output = InsertResult>(
  queries: Queries,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
  refine?: (insert: Insert<Table, InsertResult>) => Insert<Table, Output>,
): Promise<Output[]> {
  const turn = new Turn()
  const output: Output[] = []
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    // eslint-disable-next-line no-restricted-syntax -- the one place that inserts lists
    const insert = queries.insertInto(table).values(rows.slice(start, start + ROWS_AT_ONCE))
    const results: unknown[] = await (refine ? refine(insert) : insert).execute()
    for (const result of results) output.push(result as Output)
    await turn.pause()
  }
  return output
}
