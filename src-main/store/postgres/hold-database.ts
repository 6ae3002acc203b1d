import { Client, type PoolConfig } from 'pg'

import { DatabaseInUse } from '../store-errors.ts'
import type { DatabaseAddress } from './connection-options.ts'

/** First key of the lock that the one Halyard of a schema holds: 'HALZ'. The second is the hash of the schema's name. */
const HOLDER_LOCK = 0x48414c5a

/**
 * Takes a schema for this process alone. Several Halyards on one database need their memories brought up to date, which is
 * still to come (ADR 36). The lock ends with its connection: a process that was killed leaves nothing behind. Throws
 * DatabaseInUse. Returns the function that gives the schema free.
 */
export async function holdDatabase(
  options: PoolConfig,
  { text, schema }: DatabaseAddress,
): Promise<() => Promise<void>> {
  const client = new Client(options)
  // the server that ends this connection ends those of the queries as well, and they say so
  client.on('error', () => undefined)
  await client.connect()
  const end = () => client.end().catch(() => undefined)
  try {
    const { rows } = await client.query<{ held: unknown }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as held',
      [HOLDER_LOCK, schema],
    )
    if (!rows[0]?.held) throw new DatabaseInUse(text)
    return end
  } catch (error) {
    await end()
    throw error
  }
}
