import { sql, type RawBuilder } from 'kysely'

import { greatest, least, rowAddress, rowNumber } from './engines/portable.ts'
import type { Limits } from '#kernel/limits.ts'
import type { Queries } from './queries.ts'
import type { Bound, Pruned } from './retention-rules.ts'
import type { Schema } from './schema.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A transaction of so many takes a few milliseconds: what comes meanwhile waits no longer. */
export const PRUNED_AT_ONCE = 500
/** Freeing the pages of large rows takes time as well: a step frees this many bytes, or one row. */
const BYTES_AT_ONCE = 4_000_000
const MEGABYTE = 1_000_000

/** Inputs of retention: the instant that ages are counted from is no plain clock (instance/retention). */
export interface Pruning {
  transaction: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>
  limits: Limits
  now: Date
  /** Lets others go first, between two steps. */
  pause: () => Promise<unknown>
}

/** Deletes the rows of a table that its rule no longer keeps, in steps. Answers how many. */
export async function pruneTable(
  pruning: Pruning,
  table: keyof Schema,
  { age, most, weight, only = '1 = 1' }: Pruned,
): Promise<number> {
  const rows = new RowsOf(table, only)
  let deleted = 0
  if (age) {
    const days = boundOf(age.days, pruning.limits)
    const before = new Date(pruning.now.getTime() - days * DAY_MS).toISOString()
    deleted +=
      age.by === 'rowid'
        ? await walk(pruning, (queries, after) => rows.deleteAgedAfter(queries, age.column, before, after))
        : await repeat(pruning, (queries) => rows.deleteAged(queries, age.column, before))
  }
  if (most) {
    const kept = boundOf(most.rows, pruning.limits)
    if ('per' in most) deleted += await pruneEach(pruning, rows, most.per, kept)
    else
      deleted += await repeat(pruning, (queries) =>
        most.by === 'rowid' ? rows.deleteFirst(queries, kept) : rows.deleteOldest(queries, most.by, kept),
      )
  }
  if (weight) {
    const kept = boundOf(weight.megabytes, pruning.limits) * MEGABYTE
    deleted += await walk(pruning, (queries) => rows.deleteHeavy(queries, weight.of, kept))
  }
  return deleted
}

/** Prunes the rows of each value of a column, one value after the other. */
async function pruneEach(pruning: Pruning, rows: RowsOf, column: string, kept: number): Promise<number> {
  let all = 0
  let value: number | null = Number.MIN_SAFE_INTEGER
  for (;;) {
    const last: number = value
    value = await pruning.transaction((queries) => rows.nextValue(queries, column, last))
    if (value === null) return all
    const of = value
    all += await repeat(pruning, (queries) => rows.deleteFirstOf(queries, { column, of, kept }))
    await pruning.pause()
  }
}

const boundOf = (bound: Bound, limits: Limits) => (typeof bound === 'number' ? bound : limits[bound])

async function repeat(
  { transaction, pause }: Pruning,
  step: (queries: Queries) => Promise<number>,
): Promise<number> {
  let all = 0
  for (;;) {
    const deleted = await transaction(step)
    all += deleted
    if (deleted < PRUNED_AT_ONCE) return all
    await pause()
  }
}

/** Steps through a table by its ids, until a step ends with no id to go on from. */
async function walk(
  { transaction, pause }: Pruning,
  step: (queries: Queries, after: number) => Promise<{ deleted: number; next: number | undefined }>,
): Promise<number> {
  let all = 0
  let after: number | undefined = Number.MIN_SAFE_INTEGER
  while (after !== undefined) {
    const from: number = after
    const { deleted, next } = await transaction((queries) => step(queries, from))
    all += deleted
    after = next
    if (after !== undefined) await pause()
  }
  return all
}

/** Bytes of the texts in a table, added up from the counts that its triggers keep: no row of it is read. */
export async function readStoredBytes(queries: Queries, table: keyof Schema): Promise<number> {
  const { bytes } = await queries
    .selectFrom('stored_bytes')
    .select((eb) => eb.fn.sum<number | null>('bytes').as('bytes'))
    .where('table_name', '=', table)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** The statements that delete rows of one table. The conditions are of our own declarations. */
class RowsOf {
  readonly #name: keyof Schema
  readonly #table: RawBuilder<unknown>
  readonly #number: RawBuilder<number>
  readonly #only: RawBuilder<unknown>

  constructor(table: keyof Schema, only: string) {
    this.#name = table
    this.#table = sql.table(table)
    this.#number = rowNumber(table)
    this.#only = sql`(${sql.raw(only)})`
  }

  /** By an index on the column. */
  deleteAged(queries: Queries, column: string, before: string): Promise<number> {
    return this.#delete(
      queries,
      sql`${sql.ref(column)} < ${before} and ${this.#only} order by ${sql.ref(column)} limit ${PRUNED_AT_ONCE}`,
    )
  }

  /** By the ids: for rows that are written in the order of time. */
  async deleteAgedAfter(
    queries: Queries,
    column: string,
    before: string,
    after: number,
  ): Promise<{ deleted: number; next: number | undefined }> {
    const { rows } = await sql<{ id: number; isAged: number }>`
      select ${this.#number} as "id", ${sql.ref(column)} < ${before} as "isAged" from ${this.#table}
      where ${this.#number} > ${after} order by ${this.#number} limit ${PRUNED_AT_ONCE}`.execute(queries)
    const last = rows.at(-1)
    if (!last) return { deleted: 0, next: undefined }
    const deleted = await this.#delete(
      queries,
      sql`${this.#number} > ${after} and ${this.#number} <= ${last.id} and ${sql.ref(column)} < ${before} and ${this.#only}`,
    )
    // one row with a wrong clock must not end the step: use the time of its last row
    const goesOn = rows.length === PRUNED_AT_ONCE && last.isAged === 1
    return { deleted, next: goesOn ? last.id : undefined }
  }

  /** All but the last, by their ids: no row has to be counted. */
  deleteFirst(queries: Queries, kept: number): Promise<number> {
    return this.#delete(
      queries,
      sql`${this.#number} <= (select max(${this.#number}) from ${this.#table}) - ${kept} and ${this.#only}
        order by ${this.#number} limit ${PRUNED_AT_ONCE}`,
    )
  }

  /** Finds the next number that rows have in a column, by an index. */
  async nextValue(queries: Queries, column: string, after: number): Promise<number | null> {
    const { rows } = await sql<{ value: number | null }>`
      select min(${sql.ref(column)}) as "value" from ${this.#table} where ${sql.ref(column)} > ${after}`.execute(
      queries,
    )
    return rows[0]?.value ?? null
  }

  /** All but the last of those that have a value in a column, by an index on the column and the id. */
  deleteFirstOf(
    queries: Queries,
    { column, of, kept }: { column: string; of: number; kept: number },
  ): Promise<number> {
    return this.#delete(
      queries,
      sql`${sql.ref(column)} = ${of} and ${this.#number} <= (select ${this.#number} from ${this.#table}
          where ${sql.ref(column)} = ${of} order by ${this.#number} desc limit 1 offset ${kept})
        and ${this.#only} order by ${this.#number} limit ${PRUNED_AT_ONCE}`,
    )
  }

  /** All but the newest, by an index on the column: for rows that are written again. */
  deleteOldest(queries: Queries, column: string, kept: number): Promise<number> {
    const excess = greatest(sql`0`, sql`(select count(*) from ${this.#table}) - ${kept}`)
    return this.#delete(
      queries,
      sql`${this.#only} order by ${sql.ref(column)} limit ${least(sql`${PRUNED_AT_ONCE}`, excess)}`,
    )
  }

  /** The first by their ids, as many as are too heavy together. */
  async deleteHeavy(
    queries: Queries,
    columns: readonly string[],
    kept: number,
  ): Promise<{ deleted: number; next: number | undefined }> {
    const excess = (await readStoredBytes(queries, this.#name)) - kept
    if (excess <= 0) return { deleted: 0, next: undefined }
    const bytes = sql.join(
      columns.map((column) => sql`octet_length(${sql.ref(column)})`),
      sql` + `,
    )
    const { rows } = await sql<{ id: number; bytes: number }>`
      select ${this.#number} as "id", ${bytes} as "bytes" from ${this.#table} where ${this.#only}
      order by ${this.#number} limit ${PRUNED_AT_ONCE}`.execute(queries)
    let freed = 0
    let last: number | undefined
    for (const row of rows) {
      if (freed >= Math.min(excess, BYTES_AT_ONCE)) break
      freed += row.bytes
      last = row.id
    }
    if (last === undefined) return { deleted: 0, next: undefined }
    const deleted = await this.#delete(queries, sql`${this.#number} <= ${last} and ${this.#only}`)
    return { deleted, next: freed < excess ? last : undefined }
  }

  async #delete(queries: Queries, which: RawBuilder<unknown>): Promise<number> {
    const { numAffectedRows } = await sql`delete from ${this.#table} where ${rowAddress()} in (
      select ${rowAddress()} from ${this.#table} where ${which})`.execute(queries)
    return Number(numAffectedRows ?? 0)
  }
}
