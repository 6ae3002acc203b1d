import type { ClientBase, Pool } from 'pg'

import { StoreUnavailable } from '../store-errors.ts'

type Queryable = Pick<ClientBase | Pool, 'query'>

/** First key of the advisory locks of jobs, and of the one that each Halyard shares while it is connected: 'HALO'. */
const LOCKS = 0x48414c4f
/** Name of the shared lock. No job has it. */
export const PRESENT = 'present'
/** Table of leases of jobs, and of the Halyards that are there (leased-peers.ts). */
export const LEASES = 'halyard_leases'
/** Names of the leases of Halyards begin so; those of jobs don't. */
export const PRESENT_LEASE = 'present '

/** Keys of an advisory lock. The second is hashed by the server. */
export const lockKeys = (schema: string, name: string): unknown[] => [LOCKS, `${schema}.${name}`]

/** Counts the Halyards that hold the shared lock. */
export async function countBySession(database: Queryable, schema: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(distinct pid) as count from pg_locks where locktype = 'advisory' and granted
     and database = (select oid from pg_database where datname = current_database())
     and classid::bigint = $1::bigint and objid::bigint = hashtext($2)::bigint & 4294967295`,
    lockKeys(schema, PRESENT),
  )
  return rows[0]?.count ?? 0
}

/** Counts the Halyards whose lease has not ended. */
export async function countByLease(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*) as count from ${LEASES} where starts_with(name, $1) and until > now()`,
    [PRESENT_LEASE],
  )
  return rows[0]?.count ?? 0
}

/** Throws StoreUnavailable if Halyards are there that keep jobs apart by leases: those of sessions would run them as well. */
export async function refuseLeases(database: Queryable): Promise<void> {
  const { rows } = await database.query<{ known: unknown }>(`select to_regclass('${LEASES}') as known`)
  if (rows[0]?.known && (await countByLease(database)) > 0) throw new StoreUnavailable(DIFFERENT)
}

/** Throws StoreUnavailable if Halyards are there that keep jobs apart by locks of their sessions. */
export async function refuseSessions(database: Queryable, schema: string): Promise<void> {
  if ((await countBySession(database, schema)) > 0) throw new StoreUnavailable(DIFFERENT)
}

const DIFFERENT =
  'The database cannot be used: another Halyard uses it with another value of "pooling", and jobs would run twice. Give all the same. One that was killed counts for 15 s.'
