import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'

import { testsOnPostgres } from './make-database.ts'
import type { TestBackend } from '../service/start-backend.ts'

/** Reads everything that an instance has stored: its files, and the rows of its database where that is on a server. */
export async function storedBytes({ backend }: TestBackend): Promise<string[]> {
  const { dataDir } = backend.status()
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const bytes = files.map((file) => readFileSync(path.join(file.parentPath, file.name), 'latin1'))
  return testsOnPostgres ? [...bytes, ...(await rowsOnServer(backend))] : bytes
}

async function rowsOnServer({ store }: TestBackend['backend']): Promise<string[]> {
  const { rows } = await sql<{ content: string }>`
    select query_to_xml(format('select * from %I', tablename), true, false, '')::text as content
    from pg_tables where schemaname = current_schema()`.execute(store.queries)
  return rows.map(({ content }) => content)
}
