import { createHash } from 'node:crypto'

import { ownValue } from '#shared/own-value.ts'
import { Turn } from '#runtime/turn.ts'
import type { Queries } from '../queries.ts'
import type { MovedTable } from './moved-tables.ts'
import { readRows } from './read-rows.ts'

/** Number of the rows of a table, and a hash (SHA-256) of all that they hold, in order. */
export interface TableSum {
  rows: number
  sha256: string
}

/** Sums up a table. It is the same on both engines if the rows are. `onRows` hears how many have been read. */
export async function sumTable(
  queries: Queries,
  table: MovedTable,
  onRows: (rows: number) => void = () => undefined,
): Promise<TableSum> {
  const hash = createHash('sha256')
  const turn = new Turn()
  let rows = 0
  for await (const batch of readRows(queries, table)) {
    for (const row of batch.rows) {
      hash.update(JSON.stringify(table.columns.map((name) => plain(ownValue(row, name)))))
      if (turn.isOver) await turn.pause()
    }
    rows += batch.rows.length
    onRows(rows)
  }
  return { rows, sha256: hash.digest('hex') }
}

/** Booleans are 0 and 1 in PostgreSQL. */
const plain = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value)
