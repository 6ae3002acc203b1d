import { Turn } from '#runtime/turn.ts'
import type { Queries } from '#store/queries.ts'
import type { SnapshotTable } from './snapshot-tables.ts'
import { readTable, type Values } from './table-rows.store.ts'

/** Differences of a table from a snapshot. */
export interface TableChanges {
  inserted: Values[]
  updated: Values[]
  /** Keys of rows that the snapshot does not have. */
  deleted: Values[]
  /** Keys of rows whose unique names others may need. */
  parked: Values[]
}

/** Compares a table with the rows of a snapshot, key by key. Rows that `isKept` are left alone on both sides. */
export async function compareTable(
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
