import type { Insertable, InsertQueryBuilder, InsertResult } from 'kysely'

import type { Queries } from './queries.ts'
import type { Schema } from './schema.ts'

/** Bounds the parameters of one statement: SQLite takes 32,766, PostgreSQL 65,535, and no table has 60 columns. */
const ROWS_AT_ONCE = 500

type Insert<Table extends keyof Schema> = InsertQueryBuilder<Schema, Table, InsertResult>

/**
 * Inserts rows, however many: the only way to insert more than one. `refine` adds what each statement needs besides,
 * such as what to do on a conflict.
 */
export async function insertAll<Table extends keyof Schema>(
  queries: Queries,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
  refine: (insert: Insert<Table>) => Insert<Table> = (insert) => insert,
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await refine(queries.insertInto(table).values(rows.slice(start, start + ROWS_AT_ONCE))).execute()
}
