import { Client, type PoolConfig } from 'pg'

import type { Hold } from '../store.ts'
import { StoreUnavailable } from '../store-errors.ts'
import { beginPatiently } from './migration-lock.ts'
import { asPostgresError } from './postgres-errors.ts'
import { LEASES } from './present-halyards.ts'

/** Writes that run are waited for so long. */
const WAIT_MS = 10_000

/**
 * Keeps every session, of other Halyards too, from writing to the tables of a schema: by a lock that allows reading. It
 * belongs to a connection of its own and ends with it.
 */
export async function holdTables(options: PoolConfig, schema: string): Promise<Hold> {
  const client = new Client({ ...options, query_timeout: 0 })
  const lost = new AbortController()
  let isReleased = false
  const lose = () => {
    if (!isReleased)
      lost.abort(new StoreUnavailable('the connection that keeps others from writing was lost'))
  }
  client.on('error', lose)
  client.on('end', lose)
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname = $1 and tablename <> $2 order by tablename`,
      [schema, LEASES],
    )
    await beginPatiently(client, WAIT_MS)
    // no write is half way between two tables: whoever holds one of them is waited for, and nobody else begins
    await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in share mode`)
  } catch (error) {
    isReleased = true
    client.end().catch(() => undefined)
    throw asPostgresError(error)
  }
  return {
    lost: lost.signal,
    release: async () => {
      isReleased = true
      await client.end().catch(() => undefined)
    },
  }
}
