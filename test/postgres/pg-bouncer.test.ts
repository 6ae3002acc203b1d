import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import { makeDatabase } from '#support/runner/make-database.ts'
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '#support/stand-ins/pg-bouncer.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
let database: NonNullable<Awaited<ReturnType<typeof makeDatabase>>>
let bouncer: PgBouncer

if (!hasPgBouncer) console.log('PgBouncer is not installed here: npm run test:deps. Its tests do not run.')

beforeAll(async () => {
  if (!hasPgBouncer) return
  const made = await makeDatabase()
  if (!made) throw new Error('run by: vitest --project postgres')
  database = made
  bouncer = await startPgBouncer(database.url)
})
afterAll(async () => {
  if (!hasPgBouncer) return
  await bouncer.stop()
  await database.remove()
})

const namesAt = async (at: TestBackend): Promise<string[]> => {
  const { status, body } = await at.call('GET', '/api/client/features', { token: BACKEND })
  expect(status).toBe(200)
  return (body as { features: { name: string }[] }).features.map(({ name }) => name)
}

/** Starts two Halyards, writes at one and waits for the other; in session mode, also for the notification. */
async function tryTwo(mode: 'session' | 'transaction', flag: string, url = bouncer.urlOf(mode)) {
  const start = () => startBackend({ database: { url }, env: { HALYARD_SEALING_KEY: KEY } })
  const one = await start()
  const other = await start()
  try {
    const told: unknown[] = []
    const end = await other.backend.store.peers.follow((tables) => told.push(tables))
    told.length = 0
    const create = { params: { projectId: 'default' }, body: { name: flag } }
    expect((await one.call(createFeature, create)).status).toBe(201)
    expect(await namesAt(one)).toContain(flag)
    const from = performance.now()
    await expect.poll(() => namesAt(other), { interval: 10 }).toContain(flag)
    const lateMs = performance.now() - from
    // a notification names the tables; what polling finds does not, and may come first
    const isTold = () => told.some((tables) => tables instanceof Set)
    if (mode === 'session') await expect.poll(isTold, { interval: 10 }).toBe(true)
    end()
    const runs = await one.backend.store.peers.alone('tried', () =>
      other.backend.store.peers.alone('tried', async () => 'twice').then((answer) => answer ?? 'once'),
    )
    return { lateMs, runs, count: await one.backend.store.peers.count() }
  } finally {
    await one.stop()
    await other.stop()
  }
}

describe.runIf(hasPgBouncer)('behind PgBouncer', () => {
  it('in session mode, changes are told of, and jobs run at one Halyard only', async () => {
    const { runs } = await tryTwo('session', 'by-session')
    expect(runs).toBe('once')
  })

  it('in transaction mode, with pooling=transaction, jobs run at one Halyard only', async () => {
    // as hosted ones are: nobody can have them ignore what a session asks for
    const strict = await startPgBouncer(database.url, '')
    try {
      const url = strict.urlOf('transaction')
      const { lateMs, runs, count } = await tryTwo('transaction', 'by-lease', `${url}?pooling=transaction`)
      expect([runs, count]).toEqual(['once', 2])
      console.log(`leases: changes ${Math.round(lateMs)} ms late`)
      await expect(startBackend({ database: { url } })).rejects.toThrow('unsupported startup parameter')
    } finally {
      await strict.stop()
    }
  })

  it('in transaction mode, a Halyard starts again and again, writes and reads; changes of others come late', async () => {
    const { lateMs } = await tryTwo('transaction', 'by-transaction')
    const { lateMs: againMs, runs } = await tryTwo('transaction', 'by-transaction-again')
    console.log(
      `transaction mode: changes ${Math.round(lateMs)} and ${Math.round(againMs)} ms late, a job runs ${runs}`,
    )
  })
})
