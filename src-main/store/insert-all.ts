import type { Insertable, InsertQueryBuilder, InsertResult } from 'kysely'

import { compositeKey } from '#shared/composite-key.ts'
import { ownValue } from '#shared/own-value.ts'
import { Turn } from '#runtime/turn.ts'
import { rowsFor } from './engines/portable.ts'
import { prepared } from './prepared.ts'
import type { Queries } from './queries.ts'
import type { Schema } from './schema.ts'

/** Bounds one statement: its time, and its parameters where it has some for each row. */
const ROWS_AT_ONCE = 500
/** Bounds the texts of one statement: a million characters take some 12 ms. */
const CHARACTERS_AT_ONCE = 500_000
/** From so many rows on they are one parameter, and the statement is the same for any number of them. */
const MANY = 4
/** Characters that JSON holds and a text of PostgreSQL does not: NUL, and halves of pairs. */
const UNSTORABLE = /\\u(0000|d[89a-f])/

type Insert<Table extends keyof Schema, Output> = InsertQueryBuilder<Schema, Table, Output>
type Rows<Table extends keyof Schema> = readonly Insertable<Schema[Table]>[]

/**
 * Inserts rows, however many; none for an empty list. The only way to insert more than one row. `refine` completes
 * each statement, with what to do on a conflict or what to return.
 */
export async function insertAll<Table extends keyof Schema, Output = InsertResult>(
  queries: Queries,
  table: Table,
  rows: Rows<Table>,
  refine?: (insert: Insert<Table, InsertResult>) => Insert<Table, Output>,
): Promise<Output[]> {
  const turn = new Turn()
  const output: Output[] = []
  for (let start = 0; start < rows.length;) {
    const end = endOfBatch(rows, start)
    const batch = rows.slice(start, end)
    const asOne = refine && batch.length < MANY ? undefined : oneParameterOf(batch)
    if (asOne && !refine) await preparedInsert(table, asOne.columns)(queries, asOne)
    else {
      const insert = insertOf(queries, table, batch, asOne)
      const results: unknown[] = await (refine ? refine(insert) : insert).execute()
      for (const result of results) output.push(result as Output)
    }
    await turn.pause()
    start = end
  }
  return output
}

/**
 * Inserts rows into a table that gives ids, and returns them, in the order of the rows. The statement is prepared: for rows that come
 * often and some at a time.
 */
export async function insertForIds<Table extends TableWithIds>(
  queries: Queries,
  table: Table,
  rows: Rows<Table>,
): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < rows.length;) {
    const end = endOfBatch(rows, start)
    const batch = rows.slice(start, end)
    const asOne = batch.length < MANY ? undefined : oneParameterOf(batch)
    const inserted = asOne
      ? (await preparedInsert(table, asOne.columns, true)(queries, asOne)).rows
      : await insertOf(queries, table, batch, undefined)
          .returning('id' as never)
          .execute()
    // given in the order of the rows, but answered in any
    const given = inserted.map((row) => (row as { id: number }).id).sort((a, b) => a - b)
    for (const id of given) ids.push(id)
    start = end
  }
  return ids
}

type TableWithIds = {
  [Table in keyof Schema]: 'id' extends keyof Schema[Table] ? Table : never
}[keyof Schema]

/** Finds where the rows of a statement end that begin at `start`: at least one row is in it. */
function endOfBatch(rows: readonly object[], start: number): number {
  const most = Math.min(rows.length, start + ROWS_AT_ONCE)
  let characters = 0
  for (let end = start; end < most; end += 1) {
    for (const value of Object.values(rows[end] ?? {}))
      if (typeof value === 'string') characters += value.length
    if (characters > CHARACTERS_AT_ONCE) return Math.max(end, start + 1)
  }
  return most
}

type PreparedInsert = (queries: Queries, rows: { json: string }) => Promise<{ rows: readonly unknown[] }>
/** Inserts of plain rows, by table, columns and what they return: there are as many as the code has. */
const inserts = new Map<string, PreparedInsert>()

function preparedInsert<Table extends keyof Schema>(
  table: Table,
  columns: readonly string[],
  returnsIds = false,
): PreparedInsert {
  const key = compositeKey(table, String(returnsIds), ...columns)
  const known = inserts.get(key)
  if (known) return known
  const insert = prepared((queries, { json }: { json: string }) =>
    queries
      .insertInto(table)
      .columns(columns as never)
      .expression(rowsFor(json, table, columns))
      .$if(returnsIds, (insert) => insert.returning('id' as never)),
  )
  inserts.set(key, insert)
  return insert
}

interface OneParameter {
  columns: readonly string[]
  json: string
}

/** Rows as one parameter of a statement; undefined where JSON does not hold them. */
function oneParameterOf(rows: readonly object[]): OneParameter | undefined {
  const columns = commonColumns(rows)
  const json = columns && toJsonRows(rows)
  return columns && json !== undefined ? { columns, json } : undefined
}

/** Builds the insert of rows. Building and reading a statement with a parameter for each value takes longer than inserting. */
function insertOf<Table extends keyof Schema>(
  queries: Queries,
  table: Table,
  rows: Rows<Table>,
  asOne: OneParameter | undefined,
) {
  const into = queries.insertInto(table)
  // eslint-disable-next-line no-restricted-syntax -- the one place that inserts lists
  if (!asOne) return into.values(rows)
  return into.columns(asOne.columns as never).expression(rowsFor(asOne.json, table, asOne.columns))
}

/** The columns of rows that all have the same; a row that lacks one would get its default. */
function commonColumns(rows: readonly object[]): readonly string[] | undefined {
  const [first = {}] = rows
  const columns = Object.keys(first)
  const isAlike = (row: object) =>
    Object.keys(row).length === columns.length && columns.every((column) => isPlain(row, column))
  return rows.every(isAlike) ? columns : undefined
}

/** Checks whether JSON has a value as it is: no bytes, and nothing undefined. */
function isPlain(row: object, column: string): boolean {
  const value = ownValue(row, column)
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

/** A copy of a row with numbers in place of booleans; the row itself if it has none. */
function withoutBooleans(row: object): object {
  let copy: Record<string, unknown> | undefined
  for (const [column, value] of Object.entries(row))
    if (typeof value === 'boolean') (copy ??= { ...row })[column] = Number(value)
  return copy ?? row
}

/** Booleans are 0 and 1 in tables of both engines. */
function toJsonRows(rows: readonly object[]): string | undefined {
  const json = JSON.stringify(rows.map(withoutBooleans))
  return UNSTORABLE.test(json) ? undefined : json
}
