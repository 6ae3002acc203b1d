import type { ClientBase } from 'pg'

import { StoreUnavailable } from '../store-errors.ts'
import { LEASES } from './present-halyards.ts'

/** Key of the lock under which the schema is brought up to date: 'HALY'. */
const MIGRATION_LOCK = 0x48414c59
/** Another Halyard may build indexes on large tables. */
const WAIT_MS = 120_000
/** The server ends the wait itself, unless it no longer answers. */
const ANSWER_MS = 10_000

/**
 * Waits while another Halyard migrates, longer than a statement may take. The lock ends with the transaction. Throws
 * StoreUnavailable.
 */
export async function lockMigrations(
  client: ClientBase,
  place: string,
  { waitMs = WAIT_MS, byRow = false } = {},
): Promise<void> {
  const lock = byRow ? lockByRow(client, 'migrations', waitMs) : lockByKey(client, waitMs)
  await lock.catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error
    throw new StoreUnavailable(
      `The database ${place} cannot be used: another Halyard has been bringing its schema up to date for ${waitMs / 1000} s. Wait until that one is ready, or stop it.`,
      error,
    )
  })
}

async function lockByKey(client: ClientBase, waitMs: number): Promise<void> {
  await beginPatiently(client, waitMs)
  const query = { text: 'select pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK] }
  await client.query(bounded(query, waitMs))
}

/**
 * Waits for others that hold the row of a name in the table of leases, without a bound if `waitMs` is 0. It is never committed: the row, and
 * with it the lock, ends with the transaction.
 */
export async function lockByRow(client: ClientBase, name: string, waitMs: number): Promise<void> {
  await beginPatiently(client, waitMs)
  const text = `insert into ${LEASES} (name, holder, until) values ($1, '', now())`
  await client.query(waitMs === 0 ? { text, values: [name] } : bounded({ text, values: [name] }, waitMs))
}

/**
 * Begins a transaction that waits for locks up to `waitMs` (0: without a bound), and is not ended for its time. A lock of a transaction is
 * one that a pooler cannot keep for the next client.
 */
export async function beginPatiently(client: ClientBase, waitMs: number): Promise<void> {
  await client.query(
    `begin; set local lock_timeout = ${waitMs}; set local statement_timeout = 0;
     set local idle_in_transaction_session_timeout = 0`,
  )
}

/** The types of pg know this bound of a connection, not of a query. */
const bounded = <Q extends object>(query: Q, waitMs: number): Q & { query_timeout: number } => ({
  ...query,
  query_timeout: waitMs + ANSWER_MS,
})

const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03'
