import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import { OUTCOMES_TABLE } from '#store/postgres/commit-outcome.ts'
import { eventually } from '#support/runner/eventually.ts'
import { makeDatabase, runOnServer } from '#support/runner/make-database.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
/** A user who is no superuser, so that what is revoked is out of its reach. */
const USER = `leaser_${process.pid}`

let database: NonNullable<Awaited<ReturnType<typeof makeDatabase>>>
let wire: Awaited<ReturnType<typeof recordWire>>
let one: TestBackend
let other: TestBackend

/** Leads to a server, and keeps what is sent to it. */
async function recordWire(url: string) {
  const { port } = new URL(url)
  const sent: string[] = []
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1')
    client.on('data', (bytes) => sent.push(bytes.toString('latin1')))
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream])
      socket.on('error', () => undefined).on('close', () => (client.destroy(), upstream.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, sent, close: () => server.close() }
}

/** URL for the user without the functions of sessions. */
function leasedUrl(): string {
  const url = new URL(database.url)
  url.username = USER
  url.port = String(wire.port)
  return `${url.href}?pooling=transaction`
}

const start = () => startBackend({ database: { url: leasedUrl() }, env: { HALYARD_SEALING_KEY: KEY } })
const onServer = (statement: string) => runOnServer(database.url, statement)

beforeAll(async () => {
  // an empty one: the template has triggers that notify
  const made = await makeDatabase('template0')
  if (!made) throw new Error('run by: vitest --project postgres')
  database = made
  await onServer(`create role ${USER} login; grant all on schema public to ${USER}`)
  await onServer(`do $$ declare one regprocedure; begin
    for one in select oid::regprocedure from pg_proc where proname ~ 'advisory' or proname = 'pg_notify' loop
      execute format('revoke execute on function %s from public', one);
    end loop; end $$`)
  wire = await recordWire(database.url)
  const started = await Promise.all([start(), start()])
  one = started[0]
  other = started[1]
})
afterAll(async () => {
  await one.stop()
  await other.stop()
  wire.close()
  await database.remove()
  await runOnServer(process.env['HALYARD_TEST_DATABASE_URL'] ?? '', `drop role if exists ${USER}`)
})

const peersOf = ({ backend }: TestBackend) => backend.store.peers
/** Leases of a job. */
async function leasesOf(name: string): Promise<{ holder: string }[]> {
  const { rows } = await sql<{ holder: string }>`
    select holder from halyard_leases where name = ${name}`.execute(one.backend.store.queries)
  return rows
}

/** Creates a flag at one, and waits until SDKs of the other get it. */
async function createAndWait(name: string): Promise<void> {
  const { status } = await one.call(createFeature, { params: { projectId: 'default' }, body: { name } })
  expect(status).toBe(201)
  await eventually(async () => {
    const { body } = await other.call('GET', '/api/client/features', { token: BACKEND })
    expect((body as { features: { name: string }[] }).features.map((flag) => flag.name)).toContain(name)
  })
}

describe('Halyards without LISTEN, NOTIFY and advisory locks', () => {
  it('see what each other writes, within a second or two', () => createAndWait('by-lease'))

  it('see it, too, after their connections were cut', async () => {
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${USER}'`)
    await eventually(() => peersOf(one).ping())
    await createAndWait('after-the-cut')
  })

  it('see what has no event, too', async () => {
    const seen = () =>
      other.backend.services.traffic
        .between('0000', '9999')
        .filter(({ apiPath }) => apiPath === '/api/client')
        .reduce((sum, { count }) => sum + count, 0)
    const flush = ({ backend }: TestBackend) =>
      backend.services.traffic.flush((work) => backend.store.transaction(work))
    await flush(one)
    await flush(other)
    await peersOf(other).ping()
    const before = seen()
    for (let n = 0; n < 50; n++) await one.call('GET', '/api/client/features', { token: BACKEND })
    await flush(one)
    await eventually(() => expect(seen()).toBeGreaterThanOrEqual(before + 50))
  })

  it('are counted, and no longer when they have ended', async () => {
    const third = await start()
    expect(await peersOf(one).count()).toBe(3)
    await third.stop()
    expect(await peersOf(one).count()).toBe(2)
  })

  it('leave a job to the one that is at it', async () => {
    let [runs, running, together] = [0, 0, 0]
    const work = async () => {
      runs++
      together = Math.max(together, ++running)
      await peersOf(other).ping()
      running--
      return 'ran'
    }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => peersOf(n % 2 === 0 ? one : other).alone('a job', work)),
    )
    expect(together).toBe(1)
    expect(runs).toBeGreaterThan(0)
    expect(answers.filter((answer) => answer === 'ran')).toHaveLength(runs)
    expect(await leasesOf('a job')).toEqual([])
  })

  it('give a job back that fails', async () => {
    const failing = peersOf(one).alone('a failing job', () => Promise.reject(new Error('as it is to')))
    await expect(failing).rejects.toThrow('as it is to')
    expect(await peersOf(other).alone('a failing job', async () => 'next')).toBe('next')
  })

  it('take over the job of one that was killed once its lease has ended, and not before', async () => {
    await onServer(
      `insert into halyard_leases values ('left', 'of one that was killed', now() + interval '1 minute')`,
    )
    expect(await peersOf(other).alone('left', async () => true)).toBeUndefined()
    await onServer(`update halyard_leases set until = now() - interval '1 second' where name = 'left'`)
    expect(await peersOf(other).alone('left', async () => true)).toBe(true)
  })

  it('do not take away the lease of another that has taken over', async () => {
    await peersOf(one).alone('lost', async () => {
      await onServer(`update halyard_leases set holder = 'another' where name = 'lost'`)
    })
    expect(await leasesOf('lost')).toEqual([{ holder: 'another' }])
  })

  it('run in turn what is to run in turn', async () => {
    let [runs, running, together] = [0, 0, 0]
    const work = async () => {
      runs++
      together = Math.max(together, ++running)
      await peersOf(other).ping()
      running--
    }
    await Promise.all(
      Array.from({ length: 6 }, (_, n) => peersOf(n % 2 === 0 ? one : other).inTurn('a turn', work)),
    )
    expect([runs, together]).toEqual([6, 1])
  })

  it('keep their leases while a move keeps everybody from writing', async () => {
    const hold = await one.backend.store.hold()
    try {
      expect(await peersOf(other).alone('during a move', async () => 'ran')).toBe('ran')
      const write = sql`update projects set name = name`.execute(other.backend.store.queries)
      const first = await Promise.race([write.then(() => 'written'), sleep(500, 'waits')])
      expect(first).toBe('waits')
      await hold.release()
      await write
    } finally {
      await hold.release()
    }
  })

  it('send nothing that needs a session', () => {
    const sent = wire.sent.join('')
    expect(sent).toContain('by-lease')
    expect(sent.match(/\blisten\b|pg_(try_)?advisory|pg_notify/gi)).toBeNull()
  })
})

it('a database is no stranger whose first start ended after its first table', async () => {
  const made = await makeDatabase('template0')
  if (!made) throw new Error('run by: vitest --project postgres')
  await runOnServer(made.url, OUTCOMES_TABLE)
  const started = await startBackend({ database: { url: made.url } })
  expect((await started.call('GET', '/ready')).status).toBe(200)
  await started.stop()
  await made.remove()
})

it('one with leases is refused where another uses its session, and the other way round', async () => {
  const made = await makeDatabase()
  if (!made) throw new Error('run by: vitest --project postgres')
  const begin = (query: string) =>
    startBackend({ database: { url: `${made.url}${query}` }, env: { HALYARD_SEALING_KEY: KEY } })
  const refused = /another Halyard uses it with another value of "pooling"/
  const bySession = await begin('')
  await expect(begin('?pooling=transaction')).rejects.toThrow(refused)
  await bySession.stop()
  const byLease = await begin('?pooling=transaction')
  await expect(begin('?pooling=session')).rejects.toThrow(refused)
  await byLease.stop()
  await (await begin('')).stop()
  await expect(begin('?pooling=statement')).rejects.toThrow(
    'databaseUrl: pooling must be session or transaction',
  )
  await made.remove()
})
