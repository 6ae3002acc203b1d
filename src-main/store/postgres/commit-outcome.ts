import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Pool, PoolClient } from 'pg'

import { CommitUnknown } from '../store-errors.ts'

/** Longest time that a commit waits for a lost server. After it the outcome is unknown. */
const WAIT_MS = 10_000
const PAUSE_MS = 100
/** Outcomes are kept for an hour. */
const KEPT_MS = 55 * 60_000
/** Commits of a process until old outcomes are deleted. */
const FORGET_EVERY = 10_000

/** Table of outcomes. Rows are asked for within seconds of their commit, and deleted after an hour. */
export const OUTCOMES_TABLE = `create table if not exists halyard_outcomes
  (id text primary key, outcome text not null, at timestamptz not null default now())`

/**
 * Notes in an open transaction that it is committed: the row is there if, and only if, the commit is. Numbers of
 * transactions do not say that: after a crash or a failover the server gives those of lost transactions again.
 */
export async function noteOutcome(client: PoolClient): Promise<string> {
  const id = randomUUID()
  await client.query(`insert into halyard_outcomes (id, outcome) values ($1, 'committed')`, [id])
  return id
}

/**
 * Finds what became of a transaction whose connection was lost at the commit. Throws CommitUnknown,
 * which can be asked again, if the server is not back in time.
 */
export async function hasCommitted(
  pool: Pick<Pool, 'query'>,
  id: string,
  { waitMs = WAIT_MS, endedAt = Date.now() } = {},
): Promise<boolean> {
  const until = Date.now() + waitMs
  for (;;) {
    // so long ago that the outcome is forgotten
    if (Date.now() > endedAt + KEPT_MS) return true
    const outcome = await settleOutcome(pool, id).catch(() => undefined)
    if (outcome !== undefined) return outcome === 'committed'
    if (Date.now() >= until) throw new CommitUnknown(() => hasCommitted(pool, id, { waitMs: 0, endedAt }))
    await sleep(PAUSE_MS)
  }
}

/**
 * Claims the outcome for "aborted". That waits for a transaction still at its commit, and keeps one that would come later
 * from committing. The second row makes this a commit of its own: once it is answered, the commit ahead of it is as durable.
 */
async function settleOutcome(pool: Pick<Pool, 'query'>, id: string): Promise<string | undefined> {
  await pool.query(
    `insert into halyard_outcomes (id, outcome) values ($1, 'aborted'), ($2, 'asked') on conflict (id) do nothing`,
    [id, randomUUID()],
  )
  const { rows } = await pool.query<{ outcome: string }>(
    'select outcome from halyard_outcomes where id = $1',
    [id],
  )
  return rows[0]?.outcome
}

/** Deletes old outcomes after every so many commits. */
export class OutcomeForgetter {
  readonly #pool: Pool
  #commits = 0

  constructor(pool: Pool) {
    this.#pool = pool
  }

  noteCommit(): void {
    if (this.#commits++ % FORGET_EVERY !== 0) return
    // what fails is deleted the next time
    this.#pool
      .query(`delete from halyard_outcomes where at < now() - interval '1 hour'`)
      .catch(() => undefined)
  }
}
