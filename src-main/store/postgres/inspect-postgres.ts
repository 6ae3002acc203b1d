import { Client } from 'pg'

import { messageOf } from '#shared/errors/message-of.ts'
import type { InspectedDatabase } from '../inspected-database.ts'
import { addressOf, poolOptions, type MakeSocket } from './connection-options.ts'
import { explainOpening } from './postgres-errors.ts'
import { LEASES } from './present-halyards.ts'
import { PROGRESS_TABLE } from '../move/move-progress.ts'
import { problemOf, SERVER_SQL, type Server } from './server-problem.ts'

/** Connects to a database and says whether data can be moved into it. Changes nothing. */
export async function inspectPostgres(
  databaseUrl: string,
  makeSocket?: MakeSocket,
): Promise<InspectedDatabase> {
  const { text: place, schema } = addressOf(databaseUrl)
  const nothing = { place, version: null, durability: null, content: null, source: null }
  const client = new Client(poolOptions(databaseUrl, makeSocket))
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Server>(SERVER_SQL, [schema])
    const [server] = rows
    if (!server) throw new Error('the server answered nothing')
    const found = { place, version: server.release, durability: `synchronous_commit ${server.durable}` }
    const problem = problemOf(server, schema)
    if (problem !== undefined)
      return { ...found, content: null, source: null, problem: `It cannot be used: ${problem}` }
    return { ...found, ...(await contentOf(client, schema)) }
  } catch (error) {
    const known = explainOpening(error, place)
    return { ...nothing, problem: messageOf(known) }
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function contentOf(
  client: Client,
  schema: string,
): Promise<Pick<InspectedDatabase, 'content' | 'source' | 'problem'>> {
  const { rows } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = $1 and tablename <> $2',
    [schema, LEASES],
  )
  const names = new Set(rows.map(({ name }) => name))
  if (names.has(PROGRESS_TABLE)) {
    const { rows: found } = await client.query<{ position: string | null }>(
      `select position from ${PROGRESS_TABLE} where table_name = ''`,
    )
    return { content: 'unfinished', source: found[0]?.position ?? null, problem: null }
  }
  if (names.size === 0) return { content: 'empty', source: null, problem: null }
  if (!names.has('halyard_schema'))
    return {
      content: 'foreign',
      source: null,
      problem: `The schema ${schema} holds tables of another program. Choose an empty database, or an empty schema (?schema=name).`,
    }
  return (await holdsInstance(client, names))
    ? {
        content: 'halyard',
        source: null,
        problem: 'It holds an instance of Halyard already. Choose an empty database.',
      }
    : { content: 'empty', source: null, problem: null }
}

/** A schema alone, as a move makes it before it begins, is as good as empty. */
async function holdsInstance(client: Client, names: ReadonlySet<string>): Promise<boolean> {
  for (const name of ['events', 'users', 'features'].filter((one) => names.has(one))) {
    const { rows } = await client.query(`select 1 from ${name} limit 1`)
    if (rows.length > 0) return true
  }
  return false
}
