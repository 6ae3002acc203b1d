import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from './open-store.ts'
import { BOOLEAN_COLUMNS } from './schema.ts'

const SNAPSHOT = path.join(import.meta.dirname, 'schema-snapshot.json')

/** The whole schema as text: a change that nobody meant to make shows here. UPDATE_SCHEMA_SNAPSHOT=1 accepts it. */
it('the schema matches its snapshot', async () => {
  const { folder, remove } = makeTempFolder()
  const store = await openStore({ dataDir: folder, wasm, now: () => new Date(0) })
  const { rows } = await sql<{ name: string; type: string; sql: string }>`
    select name, type, sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by type desc, name`.execute(
    store.queries,
  )
  const columns = await sql<{ name: string; type: string }>`
    select distinct c.name, c.type from sqlite_schema s, pragma_table_info(s.name) c where s.type = 'table'`.execute(
    store.queries,
  )
  await store.close()
  remove()
  const schema = `${JSON.stringify(Object.fromEntries(rows.map((row) => [`${row.type} ${row.name}`, row.sql])), null, 2)}\n`
  if (process.env['UPDATE_SCHEMA_SNAPSHOT']) writeFileSync(SNAPSHOT, schema)
  expect(schema).toBe(readFileSync(SNAPSHOT, 'utf8'))

  const booleans = columns.rows.filter((one) => one.type === 'boolean').map((one) => one.name)
  expect(booleans.sort()).toEqual([...BOOLEAN_COLUMNS].sort())
  const others = columns.rows.filter((one) => one.type !== 'boolean').map((one) => one.name)
  expect(others.filter((name) => BOOLEAN_COLUMNS.has(name))).toEqual([])
})
