import type { SnapshotRestore } from '#shared/transfer/schemas/snapshot.ts'
import { AppError } from '#kernel/app-error.ts'
import { Turn } from '#runtime/turn.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { SCHEMA_VERSION, unpackRows } from './take-snapshot.ts'
import { SNAPSHOT_TABLES, type SnapshotTable } from './snapshot-tables.ts'
import { readParts, type StoredSnapshot } from './snapshots.store.ts'
import { deleteRows, newestId, parkRows, putRows, readTable, type Values } from './table-rows.store.ts'

interface Changed {
  table: SnapshotTable
  changes: TableChanges
}

/** Differences of a table from a snapshot. */
interface TableChanges {
  inserted: Values[]
  updated: Values[]
  /** Keys of rows that the snapshot does not have. */
  deleted: Values[]
  /** Keys of rows whose unique names others may need. */
  parked: Values[]
}

/** Compares a table with the rows of a snapshot, key by key. Rows that `isKept` are left alone on both sides. */
async function compareTable(
  queries: Queries,
  table: SnapshotTable,
  { rows, isKept }: { rows: readonly Values[]; isKept: (row: Values) => boolean },
): Promise<TableChanges> {
  const { key, columns, used, unique } = table
  const compared = columns.flatMap((column, at) => (used.includes(column) ? [] : [at]))
  const named = columns.flatMap((column, at) => (unique.includes(column) ? [at] : []))
  const keyOf = (row: Values) => row.slice(0, key.length)
  const differ = (one: Values, other: Values, places: readonly number[]) =>
    places.some((at) => one[at] !== other[at])
  const turn = new Turn()
  const wanted = new Map<string, Values>()
  for (const row of rows) {
    if (!isKept(row)) wanted.set(JSON.stringify(keyOf(row)), row)
    if (turn.isOver) await turn.pause()
  }
  const changes: TableChanges = { inserted: [], updated: [], deleted: [], parked: [] }
  for await (const batch of readTable(queries, table)) {
    for (const row of batch) {
      if (isKept(row)) continue
      const id = JSON.stringify(keyOf(row))
      const goal = wanted.get(id)
      wanted.delete(id)
      if (!goal) changes.deleted.push(keyOf(row))
      else if (differ(row, goal, compared)) changes.updated.push(goal)
      if (!goal || differ(row, goal, named)) changes.parked.push(keyOf(row))
    }
    await turn.pause()
  }
  changes.inserted = [...wanted.values()]
  return changes
}

type Counts = Omit<SnapshotRestore['tables'][number], 'table'>

/**
 * Makes the rows of the configuration what they were in a snapshot: deletes, changes and inserts what differs. The account of
 * the caller is left alone. Accounts and tokens that were deleted since stay deleted: a restore gives nobody access that was
 * withdrawn.
 */
export async function restoreSnapshotRows(
  { everything, caller: { actor } }: MutationContext,
  { id, name, schemaVersion }: StoredSnapshot,
): Promise<SnapshotRestore> {
  if (schemaVersion !== SCHEMA_VERSION)
    throw new AppError(
      'ConflictError',
      `The snapshot "${name}" was taken by another version of Halyard, whose tables differ. Take a new one.`,
    )
  const own = 'id' in actor && actor.kind === 'user' ? actor.id : undefined
  const changed: (Changed & { counts: Counts })[] = []
  const withdrawn = new Withdrawn()
  try {
    for (const table of SNAPSHOT_TABLES) {
      const one = await compare(everything, { id, table, own, withdrawn })
      if (!one) continue
      changed.push(one)
      // the tables behind it are compared after what goes with its rows is gone
      if (table.deletesFirst) await deleteRows(everything, table, one.changes.deleted)
    }
    await write(everything, changed)
  } catch (error) {
    if (!isViolation(error)) throw error
    throw new AppError(
      'ConflictError',
      `The snapshot "${name}" cannot be restored: something that it does not hold, such as an invitation with a role, uses what would be deleted.`,
      { cause: error },
    )
  }
  const tables = changed.map(({ table, counts }) => ({ table: table.name, ...counts }))
  return { name, tables, left: withdrawn.left }
}

/** Names of a table that a restore lists; of more it says the number. */
const MAX_NAMES = 50

/** Accounts and tokens that a restore leaves deleted. */
class Withdrawn {
  readonly #keys = new Map<string, Set<Values[number]>>()
  readonly left: SnapshotRestore['left'] = []

  /** Takes the rows out that would give access again, and those that need them. */
  without({ name, columns, accessOf, needs }: SnapshotTable, inserted: readonly Values[]): Values[] {
    if (accessOf.length > 0 && inserted.length > 0) {
      const places = accessOf.map((column) => columns.indexOf(column))
      const nameOf = (row: Values) => String(places.map((at) => row[at]).find((text) => text) ?? '')
      const names = inserted.slice(0, MAX_NAMES).map(nameOf)
      this.left.push({ table: name, count: inserted.length, names })
      this.#keys.set(name, new Set(inserted.map(([key]) => key ?? null)))
      return []
    }
    const needed = Object.entries(needs).map(([column, of]) => [columns.indexOf(column), of] as const)
    return inserted.filter((row) => needed.every(([at, of]) => !this.#keys.get(of)?.has(row[at] ?? null)))
  }
}

async function readSnapshotRows(queries: Queries, id: number, { name }: SnapshotTable): Promise<Values[]> {
  const rows: Values[] = []
  for (const part of await readParts(queries, id, name))
    for (const row of await unpackRows(part)) rows.push(row)
  return rows
}

interface Compared {
  id: number
  table: SnapshotTable
  /** Account of the caller, which keeps its root role. */
  own: number | undefined
  withdrawn: Withdrawn
}

async function compare(
  queries: Queries,
  { id, table, own, withdrawn }: Compared,
): Promise<(Changed & { counts: Counts }) | undefined> {
  const isKept = (row: Values) =>
    row[0] === own && (table.name === 'users' || (table.name === 'user_roles' && row[2] === ''))
  const rows = await readSnapshotRows(queries, id, table)
  const changes = await compareTable(queries, table, {
    rows,
    isKept: own === undefined ? () => false : isKept,
  })
  changes.inserted = withdrawn.without(table, changes.inserted)
  const counts = {
    inserted: changes.inserted.length,
    updated: changes.updated.length,
    deleted: changes.deleted.length,
  }
  if (counts.inserted + counts.updated + counts.deleted === 0) return undefined
  const all = await withOrder(queries, { table, changes }, rows)
  return { table, counts, changes: await withNewest(queries, table, all) }
}

/** Names first, so that other rows can have them. Rows are there before those that refer to them, and go after them. */
async function write(queries: Queries, changed: readonly Changed[]): Promise<void> {
  for (const { table, changes } of changed) await parkRows(queries, table, changes.parked)
  for (const { table, changes } of changed) {
    await putRows(queries, table, changes.updated)
    await putRows(queries, table, changes.inserted)
  }
  for (const { table, changes } of changed.toReversed())
    if (!table.deletesFirst) await deleteRows(queries, table, changes.deleted)
}

/** Rows whose order of insertion counts are inserted anew together, if one of them was deleted since. */
async function withOrder(
  queries: Queries,
  { table, changes }: Changed,
  rows: readonly Values[],
): Promise<TableChanges> {
  const { orderedBy, columns, key } = table
  if (!orderedBy || changes.inserted.length === 0) return changes
  const places = orderedBy.map((column) => columns.indexOf(column))
  const groupOf = (row: Values) => JSON.stringify(places.map((at) => row[at]))
  // there may be as many rows as strategies
  const turn = new Turn()
  const groups = new Set<string>()
  for (const row of changes.inserted) {
    groups.add(groupOf(row))
    if (turn.isOver) await turn.pause()
  }
  const inserted: Values[] = []
  for (const row of rows) {
    if (groups.has(groupOf(row))) inserted.push(row)
    if (turn.isOver) await turn.pause()
  }
  const deleted: Values[] = changes.deleted
  for await (const batch of readTable(queries, table)) {
    for (const row of batch) if (groups.has(groupOf(row))) deleted.push(row.slice(0, key.length))
    await turn.pause()
  }
  return {
    ...changes,
    deleted,
    updated: changes.updated.filter((row) => !groups.has(groupOf(row))),
    inserted,
  }
}

/** Rows that are created again begin behind what has happened since. */
async function withNewest(
  queries: Queries,
  table: SnapshotTable,
  changes: TableChanges,
): Promise<TableChanges> {
  let { inserted } = changes
  for (const [column, of] of Object.entries(table.newest)) {
    if (inserted.length === 0) break
    const at = table.columns.indexOf(column)
    const newest = await newestId(queries, of)
    inserted = inserted.map((row) => row.with(at, newest))
  }
  return { ...changes, inserted }
}

/** Checks whether an engine refuses a row for a rule between rows: SQLite says so in words, PostgreSQL by a class of codes. */
function isViolation(error: unknown): boolean {
  const { message, code } = error as { message?: string; code?: unknown }
  return (typeof code === 'string' && code.startsWith('23')) || /constraint failed/i.test(message ?? '')
}
