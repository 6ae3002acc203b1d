import { sql } from 'kysely'

import { ownValue } from '#shared/own-value.ts'
import { Turn } from '#runtime/turn.ts'
import { rowsFor } from '#store/engines/portable.ts'
import { inBatches } from '#store/in-batches.ts'
import { insertAll } from '#store/insert-all.ts'
import { readRows } from '#store/move/read-rows.ts'
import type { Queries } from '#store/queries.ts'
import type { Schema } from '#store/schema.ts'
import type { SnapshotTable } from './snapshot-tables.ts'

/** Values of a row in the order of the table's columns. Booleans are 0 and 1. */
export type Values = readonly (string | number | null)[]

/** Ahead of a name that another row needs: no name begins so. */
const PARKED = '\u0001'
const AT_ONCE = 500

/** Reads a table batch by batch, in a stable order. */
export async function* readTable(queries: Queries, table: SnapshotTable): AsyncGenerator<Values[]> {
  const { name, columns, key, orderedBy } = table
  const read = { name, columns, key: orderedBy ? undefined : key, keepsIds: false, refersTo: [] }
  for await (const { rows } of readRows(queries, read))
    yield rows.map((row) => columns.map((column) => plain(ownValue(row, column))))
}

const plain = (value: unknown) =>
  typeof value === 'boolean' ? Number(value) : ((value ?? null) as string | number | null)

/** Inserts rows. Those that are there become the same, but for the columns that use changes. */
export async function putRows(
  queries: Queries,
  { name, columns, key, used }: SnapshotTable,
  rows: readonly Values[],
): Promise<void> {
  const set = columns.filter((column) => !key.includes(column) && !used.includes(column))
  const toObject = (row: Values) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]))
  const turn = new Turn()
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const objects = rows.slice(start, start + AT_ONCE).map(toObject)
    await insertAll(queries, name, objects as never[], (insert) =>
      insert.onConflict((conflict) => {
        const there = conflict.columns(key as never)
        if (set.length === 0) return there.doNothing()
        const excluded = set.map((column) => [column, sql.ref(`excluded.${column}`)])
        return there.doUpdateSet(Object.fromEntries(excluded) as never)
      }),
    )
    await turn.pause()
  }
}

/** Deletes rows by their keys, with what belongs to them. */
export async function deleteRows(
  queries: Queries,
  { name, key }: SnapshotTable,
  keys: readonly Values[],
): Promise<void> {
  await inBatches(keys, (some) =>
    sql`delete from ${sql.table(name)} where ${keyIn(name, key, some)}`.execute(queries),
  )
}

/** Takes the unique names away from rows, so that other rows can have them. */
export async function parkRows(
  queries: Queries,
  { name, key, unique }: SnapshotTable,
  keys: readonly Values[],
): Promise<void> {
  for (const column of unique)
    await inBatches(keys, (some) =>
      sql`update ${sql.table(name)} set ${sql.ref(column)} = ${PARKED} || cast(${sql.ref(key[0] ?? '')} as text)
        where ${keyIn(name, key, some)}`.execute(queries),
    )
}

/** Finds the newest id of a table; 0: it is empty. */
export async function newestId(queries: Queries, table: keyof Schema): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(
    queries,
  )
  return rows[0]?.id ?? 0
}

function keyIn(table: string, key: readonly string[], keys: readonly Values[]) {
  const objects = keys.map((values) => Object.fromEntries(key.map((column, at) => [column, values[at]])))
  const columns = sql.join(key.map((column) => sql.ref(column)))
  return sql`(${columns}) in (${rowsFor(JSON.stringify(objects), table, key)})`
}
