import type { Socket } from 'node:net'

import { types, type PoolConfig } from 'pg'

import { poolingOf, POOLING_PROBLEM, type Pooling } from '#shared/instance/schemas/database.ts'

/** A statement that takes longer is ended: the longest jobs work in steps of milliseconds. */
const STATEMENT_TIMEOUT_MS = 30_000
const LOCK_TIMEOUT_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 60_000
/** Bounds that the server keeps, in milliseconds. */
const BOUNDS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
}
/** Sets the bounds for one transaction. */
export const BOUNDS_OF_TRANSACTION = Object.entries(BOUNDS)
  .map(([name, ms]) => `set local ${name} = ${ms}`)
  .join('; ')
/** For a server that no longer answers at all, and so cannot end a statement itself. */
const ANSWER_TIMEOUT_MS = 40_000
const CONNECT_TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 10

const BOOLEAN = 16
const WHOLE_NUMBERS = [20, 21, 23]
const NUMERIC = 1700

/** Values as SQLite answers them: numbers are numbers, and conditions are 0 or 1. */
const parsers = new Map<number, (text: string) => unknown>([
  ...WHOLE_NUMBERS.map((oid) => [oid, Number] as const),
  [NUMERIC, Number],
  [BOOLEAN, (text: string) => (text === 't' ? 1 : 0)],
])

/** Address of a database, without its password: for messages, the log and the window. */
export interface DatabaseAddress {
  readonly text: string
  /** For people: host:port/database, and the schema unless it is the usual one. */
  readonly short: string
  readonly schema: string
  readonly pooling: Pooling
}

/** Reads a URL. Throws TypeError, without the URL in it, if it is none. */
export function addressOf(databaseUrl: string): DatabaseAddress {
  const url = parseUrl(databaseUrl)
  const schema = url.searchParams.get('schema') ?? 'public'
  const user = url.username ? `${url.username}@` : ''
  const short = `${url.host}${url.pathname}${schema === 'public' ? '' : `, schema ${schema}`}`
  const pooling = poolingOf(url)
  if (!pooling) throw new TypeError(`The parameter pooling ${POOLING_PROBLEM}`)
  return { text: `postgres://${user}${url.host}${url.pathname}`, short, schema, pooling }
}

function parseUrl(databaseUrl: string): URL {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2)
    throw new TypeError('must be postgres://user:password@host:port/database')
  return url
}

/** Makes a socket that has still to be connected. */
export type MakeSocket = () => Socket

/**
 * Options of the pool: bounds in time and number, TLS as the URL says (`sslmode`, `sslrootcert`, ...). `makeSocket` can refuse
 * the address that it is to connect to.
 */
export function poolOptions(databaseUrl: string, makeSocket?: MakeSocket): PoolConfig {
  const url = parseUrl(databaseUrl)
  const { schema, pooling } = addressOf(databaseUrl)
  const most = Number(url.searchParams.get('pool') ?? MAX_CONNECTIONS)
  for (const own of ['schema', 'pool', 'pooling']) url.searchParams.delete(own)
  return {
    connectionString: url.href,
    ...(makeSocket ? { stream: makeSocket } : {}),
    max: Number.isInteger(most) && most >= 2 && most <= 200 ? most : MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    // poolers in transaction mode refuse them, as a connection is not one session
    ...(pooling === 'session'
      ? { ...BOUNDS, options: `-c search_path="${schema.replace(/["\\ ]/g, '')}"` }
      : {}),
    query_timeout: ANSWER_TIMEOUT_MS,
    application_name: 'halyard',
    keepAlive: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        parsers.get(oid) ??
        (types.getTypeParser(oid, format ?? 'text') as unknown)) as typeof types.getTypeParser,
    },
  }
}
