import { randomUUID } from 'node:crypto'

import { Client, type ClientBase, type Pool, type PoolConfig } from 'pg'

import type { Logger } from '#kernel/logger.ts'
import type { ChangedTables, Peers } from '../peers.ts'
import { lockByRow } from './migration-lock.ts'
import { asPostgresError } from './postgres-errors.ts'
import { NEWEST, newestIn, withinBound, type Newest } from './postgres-peers.ts'
import { countByLease, LEASES, PRESENT_LEASE, refuseSessions } from './present-halyards.ts'

const POLL_MS = 500
/** Looks after which everything is read again: counts of traffic, for one, have no event. */
const LOOKS_UNTIL_TOLD = 20
/** A job of a Halyard that was killed is free after so long. */
const LEASE_S = 30
const RENEW_MS = 10_000
/** A Halyard that was killed counts for so long. */
const PRESENCE_S = 15
const HEARTBEAT_MS = 5000

/**
 * Other Halyards on the database, by rows: for connections that last for one transaction, as poolers give them, and for servers
 * without LISTEN and advisory locks (ADR 95). Each looks for new events, and takes the lease of a job while it runs it.
 */
export class LeasedPeers implements Peers {
  readonly #pool: Pool
  readonly #options: PoolConfig
  readonly #schema: string
  readonly #logger: Logger | undefined
  readonly #id = randomUUID()
  readonly #changed = new Set<(tables: ChangedTables) => void>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #starting: Promise<void> | undefined
  #newest = 0
  #looks = 0
  #isLost = false
  #isClosed = false

  constructor(pool: Pool, options: PoolConfig, schema: string, logger?: Logger) {
    this.#pool = pool
    this.#options = options
    this.#schema = schema
    this.#logger = logger
  }

  async follow(changed: (tables: ChangedTables) => void): Promise<() => void> {
    await this.#started()
    this.#changed.add(changed)
    changed('any')
    return () => this.#changed.delete(changed)
  }

  async alone<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    await this.#started()
    const holder = randomUUID()
    if (!(await this.#take(name, holder))) return undefined
    const renewing = this.#every(RENEW_MS, () => this.#renew(name, holder))
    try {
      return await work()
    } finally {
      this.#end(renewing)
      // else it is free when its time is over
      await this.#pool
        .query(`delete from ${LEASES} where name = $1 and holder = $2`, [name, holder])
        .catch(() => undefined)
    }
  }

  async inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    await this.#started()
    const client = new Client(this.#options)
    client.on('error', () => undefined)
    try {
      await client
        .connect()
        .then(() => lockByRow(client, `turn ${name}`, 0))
        .catch(rethrow)
      // an error of the work, such as of a file, is not the database's
      return await work()
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async count(): Promise<number> {
    await this.#started()
    return withinBound(countByLease(this.#pool)).catch(rethrow)
  }

  async ping(): Promise<void> {
    await withinBound(this.#pool.query('select 1')).catch(rethrow)
  }

  /** Ends before the pool does. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers) this.#end(timer)
    if (this.#starting === undefined) return
    await this.#starting.catch(() => undefined)
    await this.#pool
      .query(`delete from ${LEASES} where name = $1`, [PRESENT_LEASE + this.#id])
      .catch(() => undefined)
  }

  #started(): Promise<void> {
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#starting = undefined
      throw asPostgresError(error)
    })
    return this.#starting
  }

  async #start(): Promise<void> {
    await refuseSessions(this.#pool, this.#schema)
    await this.#pool.query(`delete from ${LEASES} where until < now() - interval '1 day'`)
    await this.#announce()
    this.#newest = await this.#readNewest()
    if (this.#isClosed) return
    this.#every(HEARTBEAT_MS, () => this.#announce())
    this.#every(POLL_MS, () => this.#look())
  }

  async #take(name: string, holder: string): Promise<boolean> {
    const { rowCount } = await this.#pool
      .query(
        `insert into ${LEASES} (name, holder, until) values ($1, $2, now() + interval '${LEASE_S} s')
         on conflict (name) do update set holder = excluded.holder, until = excluded.until
         where ${LEASES}.until < now()`,
        [name, holder],
      )
      .catch(rethrow)
    return rowCount === 1
  }

  async #renew(name: string, holder: string): Promise<void> {
    const { rowCount } = await this.#pool.query(
      `update ${LEASES} set until = now() + interval '${LEASE_S} s' where name = $1 and holder = $2`,
      [name, holder],
    )
    if (rowCount === 0)
      this.#logger?.warn({ name }, 'another Halyard has taken over a job that still runs here')
  }

  async #announce(): Promise<void> {
    await this.#pool.query(
      `insert into ${LEASES} (name, holder, until) values ($1, '', now() + interval '${PRESENCE_S} s')
       on conflict (name) do update set until = excluded.until`,
      [PRESENT_LEASE + this.#id],
    )
  }

  /** Notices what others have committed: writes by their events, whose ids are in the order of commits. */
  async #look(): Promise<void> {
    const newest = await this.#readNewest()
    const isDue = ++this.#looks % LOOKS_UNTIL_TOLD === 0
    const isNew = newest > this.#newest || this.#isLost || isDue
    if (this.#isLost) this.#logger?.info({}, 'changes of others arrive again')
    this.#isLost = false
    this.#newest = newest
    if (isNew) for (const changed of this.#changed) changed('any')
  }

  async #readNewest(): Promise<number> {
    return newestIn(await withinBound(this.#pool.query<Newest>(NEWEST)))
  }

  /** Repeats work, one at a time. What fails is done at the next time. */
  #every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
    let isRunning = false
    const run = async () => {
      if (isRunning) return
      isRunning = true
      await work().catch(() => this.#noteLoss())
      isRunning = false
    }
    const timer = setInterval(() => void run(), ms).unref()
    this.#timers.add(timer)
    return timer
  }

  #noteLoss(): void {
    if (!this.#isLost && !this.#isClosed)
      this.#logger?.warn({}, 'the database does not tell of the changes of others')
    this.#isLost = true
  }

  #end(timer: NodeJS.Timeout): void {
    clearInterval(timer)
    this.#timers.delete(timer)
  }
}

/** Makes the table of leases of jobs, and of the Halyards that are there. Times in it are the server's. */
export async function makeLeases(client: ClientBase): Promise<void> {
  const make = () =>
    client.query(
      `create table if not exists ${LEASES}
       (name text primary key, holder text not null, until timestamptz not null)`,
    )
  // another that starts at the same moment may be ahead between the look and the making
  await make().catch(make)
}

function rethrow(error: unknown): never {
  throw asPostgresError(error)
}
