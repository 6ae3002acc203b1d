import { sql, type Kysely } from 'kysely'

import { createTrigger } from '../engines/portable.ts'

/** Bytes that tables of large rows hold, so that retention can weigh them without reading them. */
export const storedBytes = { version: 37, name: 'stored-bytes', up }

type Db = Kysely<unknown>

/** The texts that are weighed, and what parts a table: writers of different parts do not wait for each other. */
const WEIGHED = [
  { table: 'signals', part: 'source_id', columns: ['payload', 'headers'] },
  { table: 'action_set_events', part: 'action_set_id', columns: ['signal', 'action_set'] },
]

async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('stored_bytes')
    .addColumn('table_name', 'text', (c) => c.notNull())
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('stored_bytes_pk', ['table_name', 'part'])
    .execute()
  for (const { table, part, columns } of WEIGHED) {
    const bytes = (row: string) => columns.map((column) => `octet_length(${row}"${column}")`).join(' + ')
    await sql`insert into "stored_bytes"
      select ${sql.lit(table)}, ${sql.ref(part)}, sum(${sql.raw(bytes(''))}) from ${sql.table(table)}
      group by ${sql.ref(part)}`.execute(db)
    await createTrigger({
      name: `${table}_weighed`,
      table,
      after: 'insert',
      statements: [
        `insert into "stored_bytes" values ('${table}', new."${part}", ${bytes('new.')})
      on conflict ("table_name", "part") do update set "bytes" = "stored_bytes"."bytes" + excluded."bytes"`,
      ],
    }).execute(db)
    const ofRow = `"table_name" = '${table}' and "part" = old."${part}"`
    await createTrigger({
      name: `${table}_unweighed`,
      table,
      after: 'delete',
      statements: [
        `update "stored_bytes" set "bytes" = "bytes" - (${bytes('old.')}) where ${ofRow}`,
        `delete from "stored_bytes" where ${ofRow} and "bytes" = 0`,
      ],
    }).execute(db)
  }
}
