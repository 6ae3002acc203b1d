import { Client } from 'pg'

/** Engine that the tests run on: `HALYARD_TEST_ENGINE=postgres`, else the embedded one. */
export const testsOnPostgres = process.env['HALYARD_TEST_ENGINE'] === 'postgres'

/** Name of the database that holds the newest schema, made once in a run. */
export const TEMPLATE = 'halyard_template'

let made = 0

/** Makes a database of its own, with the schema in it, where the tests run on PostgreSQL; undefined elsewhere. */
export async function makeDatabase(
  template = TEMPLATE,
): Promise<{ url: string; remove: () => Promise<void> } | undefined> {
  const server = process.env['HALYARD_TEST_DATABASE_URL']
  if (!testsOnPostgres) return undefined
  if (server === undefined) throw new Error('run these tests by: vitest --project postgres')
  const name = `test_${process.pid}_${++made}_${Math.random().toString(36).slice(2, 8)}`
  const copy = process.env['HALYARD_TEST_COPY'] ?? ''
  await runOnServer(server, `create database ${name} template ${template} ${copy}`)
  return {
    url: server.replace(/\/postgres$/, `/${name}`),
    remove: () => runOnServer(server, `drop database if exists ${name} with (force)`),
  }
}

/** Runs one statement outside of any transaction. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
