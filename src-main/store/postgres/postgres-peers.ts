import { Client, type PoolConfig, type QueryResult, type QueryResultRow } from 'pg'

import type { Logger } from '#kernel/logger.ts'
import { FOLLOWED_TABLES, type ChangedTables, type FollowedTable, type Peers } from '../peers.ts'
import { beginPatiently } from './migration-lock.ts'
import { asPostgresError } from './postgres-errors.ts'
import { countBySession, lockKeys, PRESENT, refuseLeases } from './present-halyards.ts'
import { CHANNEL } from './tell-peers.ts'

/** Notifications that get lost are noticed after so long. */
const POLL_MS = 1000
/** A connection that does not answer for so long counts as lost. */
const SILENCE_MS = 5000
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 1000

export interface Newest {
  newest: number | null
}
export const NEWEST = 'select max(id) as newest from events'
export const newestIn = ({ rows }: QueryResult<Newest>): number => rows[0]?.newest ?? 0

type Changed = (tables: ChangedTables) => void

/**
 * Other Halyards on the database, by one connection apart from the pool: it listens, polls, and holds the locks of jobs. The
 * locks end with it, so that a process that was killed leaves none behind.
 */
export class PostgresPeers implements Peers {
  readonly #options: PoolConfig
  readonly #schema: string
  readonly #logger: Logger | undefined
  readonly #changed = new Set<Changed>()
  #client: Client | undefined
  #connecting: Promise<Client> | undefined
  #poll: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #failures = 0
  /** Newest event that was told of, or found. */
  #newest: number | undefined
  #asked: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(options: PoolConfig, schema: string, logger?: Logger) {
    this.#options = options
    this.#schema = schema
    this.#logger = logger
  }

  async follow(changed: Changed): Promise<() => void> {
    await this.#connected()
    this.#changed.add(changed)
    this.#poll ??= setInterval(() => void this.#look(), POLL_MS).unref()
    changed('any')
    return () => this.#changed.delete(changed)
  }

  async alone<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    const client = await this.#connected()
    const keys = this.#keysOf(name)
    const { rows } = await this.#ask<{ held: unknown }>(
      client,
      'select pg_try_advisory_lock($1, hashtext($2)) as held',
      keys,
    ).catch(rethrow)
    if (!rows[0]?.held) return undefined
    return this.#whileHeld(client, keys, work)
  }

  async inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const client = new Client(this.#options)
    client.on('error', () => undefined)
    const lock = async () => {
      await client.connect()
      await beginPatiently(client, 0)
      await client.query('select pg_advisory_xact_lock($1, hashtext($2))', this.#keysOf(name))
    }
    try {
      await lock().catch(rethrow)
      // an error of the work, such as of a file, is not the database's
      return await work()
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async count(): Promise<number> {
    const client = await this.#connected()
    return this.#inOrder(() => countBySession(client, this.#schema)).catch(rethrow)
  }

  async ping(): Promise<void> {
    const client = await this.#connected()
    await this.#ask(client, 'select 1').catch((error: unknown) => {
      this.#lose(client)
      rethrow(error)
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#poll)
    clearTimeout(this.#retry)
    await this.#connecting?.catch(() => undefined)
    await this.#client?.end().catch(() => undefined)
  }

  /** The locks of a session count: a name that is held twice by this process is free after the second end. */
  async #whileHeld<T>(client: Client, keys: unknown[], work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      // a connection that is lost has given it up
      await this.#ask(client, 'select pg_advisory_unlock($1, hashtext($2))', keys).catch(() =>
        this.#lose(client),
      )
    }
  }

  #keysOf(name: string): unknown[] {
    return lockKeys(this.#schema, name)
  }

  #connected(): Promise<Client> {
    if (this.#client) return Promise.resolve(this.#client)
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined))
    return this.#connecting
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#options)
    let newest: number | undefined
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ payload = '' }) => this.#note(payload))
    try {
      await client.connect()
      await refuseLeases(client)
      await client.query(`listen ${CHANNEL}`)
      await client.query('select pg_advisory_lock_shared($1, hashtext($2))', this.#keysOf(PRESENT))
      newest = newestIn(await client.query<Newest>(NEWEST))
    } catch (error) {
      client.end().catch(() => undefined)
      throw asPostgresError(error)
    }
    this.#client = client
    // what is read again has the events until then: later ones may be missed
    this.#newest = newest
    if (this.#failures > 0) this.#logger?.info({ attempts: this.#failures }, 'changes of others arrive again')
    this.#failures = 0
    // whatever was told meanwhile did not arrive
    this.#tell('any')
    return client
  }

  #lose(client: Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.end().catch(() => undefined)
    if (this.#isClosed) return
    this.#logger?.warn({}, 'the connection that tells of the changes of others is lost')
    this.#connectLater()
  }

  #connectLater(): void {
    const after = Math.min(FIRST_RETRY_MS * 2 ** this.#failures++, MAX_RETRY_MS)
    this.#retry = setTimeout(() => {
      this.#connected().catch(() => {
        if (!this.#isClosed) this.#connectLater()
      })
    }, after).unref()
  }

  #note(payload: string): void {
    const [name, id] = payload.split(':')
    const table = FOLLOWED_TABLES.find((one) => name === `${this.#schema}.${one}`)
    if (!table) return
    if (id !== undefined) this.#newest = Math.max(this.#newest ?? 0, Number(id))
    this.#tell(new Set<FollowedTable>([table]))
  }

  #tell(tables: ChangedTables): void {
    for (const changed of this.#changed) changed(tables)
  }

  /** Notices changes that nobody told of. Every write has an event, whose ids are in the order of commits. */
  async #look(): Promise<void> {
    const client = this.#client
    if (!client) return
    try {
      const newest = newestIn(await this.#ask<Newest>(client, NEWEST))
      const isMissed = this.#newest !== undefined && newest > this.#newest
      this.#newest = newest
      if (isMissed) this.#tell('any')
    } catch {
      this.#lose(client)
    }
  }

  #ask<R extends QueryResultRow>(
    client: Client,
    sql: string,
    values: unknown[] = [],
  ): Promise<QueryResult<R>> {
    return this.#inOrder(() => client.query<R>(sql, values))
  }

  /** One question at a time; a half-open connection would never answer. */
  #inOrder<T>(question: () => Promise<T>): Promise<T> {
    const answer = this.#asked.then(() => withinBound(question()))
    this.#asked = answer.catch(() => undefined)
    return answer
  }
}

function rethrow(error: unknown): never {
  throw asPostgresError(error)
}

/** A half-open connection would never answer. */
export async function withinBound<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const bound = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('timeout exceeded when trying to connect')), SILENCE_MS)
  })
  try {
    return await Promise.race([answer, bound])
  } finally {
    clearTimeout(timer)
  }
}
