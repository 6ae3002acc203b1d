import type { ClientBase } from 'pg'

import { StoreUnavailable } from '../store-errors.ts'

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
export async function lockMigrations(client: ClientBase, place: string, waitMs = WAIT_MS): Promise<void> {
  // the lock of a transaction, which a pooler cannot keep for the next client
  await client.query(
    `begin; set local lock_timeout = ${waitMs}; set local statement_timeout = 0;
     set local idle_in_transaction_session_timeout = 0`,
  )
  const query = { text: 'select pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK] }
  // the types of pg know this bound of a connection, not of a query
  const bounded: typeof query & { query_timeout: number } = { ...query, query_timeout: waitMs + ANSWER_MS }
  await client.query(bounded).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error
    throw new StoreUnavailable(
      `The database ${place} cannot be used: another Halyard has been bringing its schema up to date for ${waitMs / 1000} s. Wait until that one is ready, or stop it.`,
      error,
    )
  })
}

const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03'
