import { sql } from 'kysely'

import { readMovedTables } from '#store/move/moved-tables.ts'
import type { Store } from '#store/store.ts'

interface Column {
  name: string
  type: string
  pk: number
}
interface Reference {
  table: string
  from: string
  target: string
  to: string
}

/** The column that a column refers to in the end. */
function rootOf(references: readonly Reference[], table: string, column: Column): Column {
  const reference = references.find((one) => one.table === table && one.from === column.name)
  return reference ? rootOf(references, reference.target, { ...column, name: reference.to, pk: 1 }) : column
}

/** Values of a column in the order of the rows: texts with marks, whole numbers, halves, booleans, and nothing. */
function valueOf({ name, type, pk }: Column, row: number): unknown {
  if (type === 'integer') return pk > 0 ? row + 10 : 1_760_000_000_000 + row
  if (type === 'boolean') return row % 2
  if (type === 'real') return row + 0.1
  return row === 2 && pk === 0 ? `"${name}": ä, 🚀, \\, ' and\nmore` : `${name} ${row}`
}

/** Fills every table of an embedded database with rows that refer to each other, `many` in the table of signals. */
export async function fillTables(store: Store, many: number): Promise<void> {
  const tables = await readMovedTables(store.queries)
  await store.transaction(async (queries) => {
    await sql`pragma defer_foreign_keys = on`.execute(queries)
    const { rows: references } = await sql<Reference>`
      select s.name as "table", r."from", r."table" as target, r."to"
      from sqlite_schema s, pragma_foreign_key_list(s.name) r where s.type = 'table'`.execute(queries)
    for (const { name: table } of tables) {
      await sql`delete from ${sql.table(table)}`.execute(queries)
      const { rows: columns } = await sql<Column>`
        select name, lower(type) as type, pk from pragma_table_info(${table})`.execute(queries)
      for (let row = 0; row < (table === 'signals' ? many : 3); row += 1) {
        const values = columns.map((column) => valueOf(rootOf(references, table, column), row))
        const names = columns.map((column) => sql.ref(column.name))
        await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(
          queries,
        )
      }
    }
    // ids that were given and are gone are never given again
    await sql`delete from impressions where id = (select max(id) from impressions)`.execute(queries)
  })
}
