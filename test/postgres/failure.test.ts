import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createFeature, getFeatures } from '#shared/flags/contract/features.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { createLogger } from '#kernel/logger.ts'
import { openStore } from '#store/open-store.ts'
import { addressOf, poolOptions } from '#store/postgres/connection-options.ts'
import { hasCommitted, noteOutcome } from '#store/postgres/commit-outcome.ts'
import { lockMigrations } from '#store/postgres/migration-lock.ts'
import { PostgresStore } from '#store/postgres/postgres-store.ts'
import { startCuttingProxy, type CuttingProxy } from '#support/stand-ins/cutting-proxy.ts'
import { makeDatabase, runOnServer } from '#support/runner/make-database.ts'
import { startCluster, type Cluster } from '#support/runner/postgres-cluster.ts'
import { ADMIN, BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { wasm } from '#support/runner/wasm.ts'
import { eventually } from '#support/runner/eventually.ts'
import { TEST_PATIENCE_MS } from '#support/runner/patience.ts'

/** A server that waits for the disk, as one in use does: what it has acknowledged must outlive it. */
let cluster: Cluster
let proxy: CuttingProxy
let app: TestBackend
let log = ''

beforeAll(async () => {
  cluster = await startCluster({ durable: true })
  proxy = await startCuttingProxy(cluster.url)
  const withPassword = proxy.url.replace('halyard@', 'halyard:hunter2@')
  const logger = createLogger('debug', { write: (line: string) => void (log += line) })
  app = await startBackend({ database: { url: withPassword }, logger, disk: {} })
})
afterAll(async () => {
  await app.stop()
  proxy.close()
  await cluster.stop()
})

const params = { projectId: 'default' }
const create = (name: string) => app.call(createFeature, { params, body: { name }, token: ADMIN })
const flags = async () =>
  (await app.call(getFeatures, { params })).body.features.map(({ name }) => name).sort()
const createdEvents = async () =>
  (
    await app.backend.store.queries
      .selectFrom('events')
      .select('feature_name')
      .where('type', '=', 'feature-created')
      .orderBy('feature_name')
      .execute()
  ).map((event) => event.feature_name)
/** Flags whose creation was answered with 201. */
const acknowledged: string[] = []

async function note(name: string): Promise<number> {
  const { status } = await create(name)
  if (status === 201) acknowledged.push(name)
  return status
}

/** Every acknowledged flag is there, with one event; nothing is there without its event. */
async function expectNothingLost(): Promise<void> {
  const stored = await flags()
  expect(stored).toEqual(expect.arrayContaining(acknowledged))
  expect(await createdEvents()).toEqual(stored)
}

describe('a Halyard on PostgreSQL', () => {
  it('runs a write again whose connection is killed', async () => {
    const killing = runOnServer(
      cluster.url,
      `select pg_terminate_backend(pid), pg_sleep(0.02) from pg_stat_activity
        where application_name = 'halyard' and pid <> pg_backend_pid()`,
    )
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, n) => note(`killed-${n}`)))
    await killing
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
    expect(await note('killed-after')).toBe(201)
    await expectNothingLost()
  })

  it.each([
    ['answer is lost', () => proxy.cutAfter('commit')],
    ['request is lost', () => proxy.cutBefore('commit')],
  ])('finds the outcome of a commit whose %s', async (name, cut) => {
    cut()
    expect(await note(`cut-as-${name.replaceAll(' ', '-')}`)).toBe(201)
    await expectNothingLost()
  })

  it('does not take the commit of another for its own, after a crash that gave its number again', async () => {
    const store = app.backend.store as PostgresStore
    const client = await store.pool.connect()
    await client.query('begin')
    const lost = await noteOutcome(client)
    await client.query('rollback')
    client.release()
    expect(await note('of-another')).toBe(201)
    expect(await hasCommitted(store.pool, lost)).toBe(false)
    // asked again, as when that answer was lost: the same, and the transaction cannot commit any more
    expect(await hasCommitted(store.pool, lost)).toBe(false)
  })

  it('waits for a commit that is still under way, instead of running it again', async () => {
    const store = app.backend.store as PostgresStore
    const client = await store.pool.connect()
    await client.query('begin')
    const id = await noteOutcome(client)
    const outcome = hasCommitted(store.pool, id)
    await client.query('select pg_sleep(0.1)')
    await client.query('commit')
    client.release()
    expect(await outcome).toBe(true)
  })

  it('serves SDKs while the server is down, refuses writes with 503, and recovers by itself', async () => {
    // an SDK polls; then something changes, which it has not asked for yet
    expect((await app.call(getAllClientFeatures, { token: BACKEND })).status).toBe(200)
    expect(await note('unseen')).toBe(201)
    await cluster.halt()
    const features = await app.call(getAllClientFeatures, { token: BACKEND })
    expect(features.status).toBe(200)
    const refused = await create('refused')
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: {
        name: 'StoreUnavailableError',
        message: expect.stringContaining('nothing was changed') as unknown,
      },
    })
    expect(app.backend.status()).toMatchObject({ writable: false, failure: 'the database cannot be reached' })
    await cluster.resume()
    // the status looks for itself, without a write
    await eventually(() => expect(app.backend.status().writable).toBe(true))
    expect(await note('recovered')).toBe(201)
    await expectNothingLost()
  })

  it('names the database without its password, also in the log', () => {
    expect(app.backend.store.status.place).toMatch(/^postgres:\/\/halyard@127\.0\.0\.1:\d+\/postgres$/)
    expect(app.backend.status().database).toMatch(/^PostgreSQL 1\d at 127\.0\.0\.1:\d+\/postgres$/)
    expect(log).toContain('cannot be reached')
    expect(log).not.toContain('hunter2')
  })
})

describe('the bounds of a store', () => {
  const code = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code,
    )
  const openBounded = async (bounds: object) => {
    const database = await makeDatabase()
    if (!database) throw new Error('run by: vitest --project postgres')
    const pool = { ...poolOptions(database.url), ...bounds }
    const store = new PostgresStore({ pool, address: addressOf(database.url), now: () => new Date() })
    return { store, database, close: () => store.close().then(() => database.remove()) }
  }

  it('end what waits for a connection', async () => {
    const { store, close } = await openBounded({ max: 1, connectionTimeoutMillis: 2000 })
    const only = await store.pool.connect()
    expect(await code(sql`select 1`.execute(store.queries))).toBe('DATABASE_UNAVAILABLE')
    only.release()
    expect(await code(sql`select 1`.execute(store.queries))).toBe('done')
    await close()
  })

  it('end a statement', async () => {
    const { store, close } = await openBounded({ statement_timeout: 50 })
    expect(await code(sql`select pg_sleep(3600)`.execute(store.queries))).toBe('DATABASE_UNAVAILABLE')
    await close()
  })

  it('end what waits for a lock', async () => {
    const { store, database, close } = await openBounded({ lock_timeout: 50 })
    const other = await openStore({
      dataDir: '/nonexistent',
      databaseUrl: database.url,
      wasm,
      now: () => new Date(),
    })
    const insert = (id: string) => store.queries.insertInto('settings').values({ id, content: '1' }).execute()
    await other.transaction(async (queries) => {
      await sql`lock table settings in exclusive mode`.execute(queries)
      expect(await code(insert('locked'))).toBe('DATABASE_UNAVAILABLE')
    })
    expect(await code(insert('free'))).toBe('done')
    await other.close()
    await close()
  })

  it('do not end the wait for another Halyard that migrates, which has a bound of its own', async () => {
    const database = await makeDatabase()
    const connectionString = database?.url ?? ''
    const migrating = new Client({ connectionString })
    // whatever waits for a lock has ended long before the other has migrated
    const bounds = { statement_timeout: 2000, lock_timeout: 2000, query_timeout: 3000 }
    const [patient, late] = [1, 2].map(() => new Client({ connectionString, ...bounds }))
    if (!patient || !late) throw new Error('two clients')
    await Promise.all([migrating, patient, late].map((client) => client.connect()))
    await lockMigrations(migrating, 'here')
    const waiting = lockMigrations(patient, 'here', { waitMs: TEST_PATIENCE_MS }).then(() => 'locked')
    await expect(lockMigrations(late, 'here', { waitMs: 3300 })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(/another Halyard .* for 3\.3 s/) as unknown,
    })
    await migrating.end()
    expect(await waiting).toBe('locked')
    await Promise.all([patient.end(), late.end()])
    await database?.remove()
  })

  it('resolve a deadlock by running one of the two again', async () => {
    const { store, database, close } = await openBounded({})
    await runOnServer(database.url, `insert into settings (id, content) values ('a', '0'), ('b', '0')`)
    const other = await openStore({
      dataDir: '/nonexistent',
      databaseUrl: database.url,
      wasm,
      now: () => new Date(),
    })
    let arrived = 0
    const both = () => eventually(() => expect(arrived).toBeGreaterThanOrEqual(2))
    const add = (to: typeof other, ids: string[]) =>
      to.transaction(async (queries) => {
        for (const id of ids) {
          await sql`update settings set content = cast(cast(content as integer) + 1 as text) where id = ${id}`.execute(
            queries,
          )
          arrived += 1
          await both()
        }
      })
    await Promise.all([add(store, ['a', 'b']), add(other, ['b', 'a'])])
    const rows = await store.queries
      .selectFrom('settings')
      .select('content')
      .where('id', 'in', ['a', 'b'])
      .execute()
    expect(rows.map(({ content }) => content)).toEqual(['2', '2'])
    await other.close()
    await close()
  })

  it('refuse a value that has no place in a column, and nothing else', async () => {
    const { store, close } = await openBounded({})
    const find = (id: number) =>
      store.queries.selectFrom('segments').selectAll().where('id', '=', id).execute()
    expect(await code(find(1e20))).toBe('UNSTORABLE_VALUE')
    expect(await code(sql`select ${'a\u0000b'}::text`.execute(store.queries))).toBe('UNSTORABLE_VALUE')
    expect(store.status.writable).toBe(true)
    await close()
  })
})
