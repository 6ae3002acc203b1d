import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { FOLLOWED_TABLES } from '#store/peers.ts'
import { runOnServer } from '#support/runner/make-database.ts'
import { startSeveral } from '#support/service/several-halyards.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { eventually } from '#support/runner/eventually.ts'

let several: Awaited<ReturnType<typeof startSeveral>>
let one: TestBackend
let others: TestBackend[]

beforeAll(async () => {
  several = await startSeveral(3)
  const [first, ...rest] = several.halyards
  if (!first) throw new Error('nothing was started')
  one = first
  others = rest
  await createFlag('watched')
})
afterAll(() => several.stop())

const createFlag = async (name: string) => {
  const { status } = await one.call('POST', '/api/admin/projects/default/features', {
    body: { name, type: 'release' },
  })
  expect(status).toBe(201)
}

/** Toggles a flag at an instance. */
const toggle = async (at: TestBackend, on: boolean) => {
  const path = `/api/admin/projects/default/features/watched/environments/development/${on ? 'on' : 'off'}`
  expect((await at.call('POST', path)).status).toBe(200)
}

const isOn = async (at: TestBackend): Promise<boolean | undefined> => {
  const { body } = await at.call('GET', '/api/client/features', { token: BACKEND })
  return (body as { features: { name: string; enabled: boolean }[] }).features.find(
    ({ name }) => name === 'watched',
  )?.enabled
}

const soon = (look: () => Promise<void> | void) => eventually(look)

const eachOther = (look: (at: TestBackend) => Promise<void>) =>
  soon(async () => {
    for (const at of others) await look(at)
  })

describe('what one Halyard writes', () => {
  it('is told to the others, whose SDKs see it', async () => {
    const delays: number[] = []
    const told = others.map(() => 0)
    const ends = await Promise.all(
      others.map((at, n) =>
        // a notification names tables; what is found by looking does not
        at.backend.store.peers.follow((tables) => {
          if (tables instanceof Set && tables.has('events')) told[n] = (told[n] ?? 0) + 1
        }),
      ),
    )
    for (let round = 0; round < 10; round++) {
      const on = round % 2 === 0
      const arrivals = others.map(
        (at) =>
          new Promise<number>((resolve) => {
            const end = at.backend.services.clientApi.configuration.onChange(() => {
              end()
              resolve(performance.now())
            })
          }),
      )
      await toggle(one, on)
      const answered = performance.now()
      expect(await isOn(one)).toBe(on)
      for (const arrived of await Promise.all(arrivals)) delays.push(Math.max(0, arrived - answered))
      for (const at of others) expect(await isOn(at)).toBe(on)
    }
    delays.sort((a, b) => a - b)
    const at = (share: number) => delays[Math.ceil(delays.length * share) - 1] ?? NaN
    console.log(
      `staleness: median ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, of ${delays.length}`,
    )
    await soon(() => expect(Math.min(...told)).toBeGreaterThanOrEqual(10))
    for (const end of ends) end()
  })

  it('lets in a new token at the others, and locks it out when it is deleted', async () => {
    const { body } = await one.call('POST', '/api/admin/api-tokens', {
      body: { tokenName: 'shared', type: 'client', environment: 'development', projects: ['*'] },
    })
    const { secret } = body as { secret: string }
    const answers = (status: number) =>
      eachOther(async (at) => {
        expect((await at.call('GET', '/api/client/features', { token: secret })).status).toBe(status)
      })
    await answers(200)
    expect((await one.call('DELETE', `/api/admin/api-tokens/${secret}`)).status).toBe(200)
    await answers(401)
  })

  it('changes the rights of a person at the others', async () => {
    const created = await one.call('POST', '/api/admin/user-admin', {
      body: { username: 'mover', rootRole: 1, password: 'Long-enough-1234' },
    })
    const { id } = created.body as { id: number }
    const signedIn = await one.call('POST', '/auth/simple/login', {
      token: null,
      body: { username: 'mover', password: 'Long-enough-1234' },
    })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    const status = async (at: TestBackend) =>
      (await at.call('GET', '/api/admin/user-admin', { token: null, headers: { cookie } })).status
    await eachOther(async (at) => expect(await status(at)).toBe(200))
    expect((await one.call('PUT', `/api/admin/user-admin/${id}`, { body: { rootRole: 3 } })).status).toBe(200)
    await eachOther(async (at) => expect(await status(at)).toBe(403))
    expect((await one.call('DELETE', `/api/admin/user-admin/${id}`)).status).toBe(200)
    await eachOther(async (at) => expect(await status(at)).toBe(401))
  })

  it('changes the settings that the others have in memory', async () => {
    const cors = { frontendApiOrigins: ['https://shop.example'] }
    await one.call('POST', '/api/admin/ui-config/cors', { body: cors })
    await eachOther(async (at) => {
      expect(at.backend.services.frontendOrigins.all).toEqual(cors.frontendApiOrigins)
    })
    await one.call('POST', '/api/admin/maintenance', { body: { enabled: true } })
    await eachOther(async (at) => expect(at.backend.status().maintenance).toBe(true))
    await one.call('POST', '/api/admin/maintenance', { body: { enabled: false } })
    await eachOther(async (at) => expect(at.backend.status().maintenance).toBe(false))
  })
})

it('every copy is read from tables that are followed', async () => {
  const statements: string[] = []
  const at = await startBackend({ disk: { beforeStatement: (text) => statements.push(text) } })
  expect(at.backend.copies.length).toBeGreaterThan(10)
  for (const { tables, reload } of at.backend.copies) {
    statements.length = 0
    await reload()
    const read = statements.flatMap((text) =>
      [...text.matchAll(/(?:from|join) "(\w+)"/g)].map(([, name]) => name ?? ''),
    )
    // of the log, the directory of access reads deleted projects alone, whose row goes at the same time
    expect(read.filter((name) => name !== 'events' && !tables.some((one) => one === name))).toEqual([])
    expect(read.length > 0 || tables.some((one) => one === 'listeners')).toBe(true)
    for (const table of tables) expect(FOLLOWED_TABLES).toContain(table)
  }
  await at.stop()
})

describe('what each Halyard counts', () => {
  it('adds up', async () => {
    const count = (at: TestBackend) =>
      at.backend.services.traffic
        .between('0000', '9999')
        .filter(({ apiPath }) => apiPath === '/api/client')
        .reduce((sum, one) => sum + one.count, 0)
    const [first, second] = others
    if (!first || !second) throw new Error('nothing was started')
    for (let n = 0; n < 3; n++) await isOn(first)
    for (let n = 0; n < 4; n++) await isOn(second)
    for (const at of several.halyards)
      await at.backend.services.traffic.flush((work) => at.backend.store.transaction(work))
    const { total } = await one.backend.store.queries
      .selectFrom('traffic')
      .select((eb) => eb.fn.sum<number>('count').as('total'))
      .where('api_path', '=', '/api/client')
      .executeTakeFirstOrThrow()
    expect(Number(total)).toBeGreaterThanOrEqual(7)
    await soon(() => {
      for (const at of several.halyards) expect(count(at)).toBe(Number(total))
    })
  })
})

describe('when notifications are lost', () => {
  it('changes are noticed by looking', async () => {
    await runOnServer(several.url, 'drop trigger halyard_events on events')
    const on = !(await isOn(one))
    await toggle(one, on)
    await eachOther(async (at) => expect(await isOn(at)).toBe(on))
  })

  it('the connection comes back, and everything is read again, also what is written just then', async () => {
    const on = !(await isOn(one))
    let isLost = false
    const written: Promise<void>[] = []
    const ends = await Promise.all(
      others.map((at) =>
        at.backend.store.peers.follow((tables) => {
          if (isLost && tables === 'any' && written.length === 0) written.push(toggle(one, on))
        }),
      ),
    )
    isLost = true
    await runOnServer(
      several.url,
      // by the lock that each Halyard shares while it is connected
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
       and database = (select oid from pg_database where datname = current_database())`,
    )
    await soon(() => expect(written).toHaveLength(1))
    await written[0]
    await eachOther(async (at) => expect(await isOn(at)).toBe(on))
    for (const end of ends) end()
  })
})

describe('a Halyard of several', () => {
  it('is ready until it is to stop, and runs all the same', async () => {
    const [last] = others.slice(-1)
    if (!last) throw new Error('nothing was started')
    expect((await last.call('GET', '/ready')).status).toBe(200)
    last.backend.drain()
    expect((await last.call('GET', '/ready')).status).toBe(503)
    expect((await last.call('GET', '/health')).status).toBe(200)
    expect(await isOn(last)).toBeDefined()
  })

  it('does not start with another key for the secrets', async () => {
    const env = { HALYARD_SEALING_KEY: Buffer.alloc(32, 8).toString('base64') }
    await expect(startBackend({ database: { url: several.url }, env })).rejects.toThrow(
      /sealed with another key.*HALYARD_SEALING_KEY/,
    )
  })

  it('leaves a job to the one that is at it, and takes over from one that was killed', async () => {
    const [first, second] = others.map(({ backend }) => backend.store.peers)
    if (!first || !second) throw new Error('nothing was started')
    const running = new Set<number>()
    let runs = 0
    let together = 0
    const work = async (n: number) => {
      together = Math.max(together, running.add(n).size)
      runs += 1
      await second.ping()
      running.delete(n)
    }
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? first : second).alone('a job', () => work(n % 2))),
    )
    expect(results).toHaveLength(20)
    expect(together).toBe(1)
    expect(runs).toBeGreaterThan(0)

    // as a killed process does: its connection ends while it works
    let isTaken = false
    await first.alone('another job', async () => {
      expect(await second.alone('another job', async () => true)).toBeUndefined()
      await runOnServer(
        several.url,
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
         and classid = ${0x48414c4f} and database = (select oid from pg_database where datname = current_database())`,
      )
      await soon(async () => {
        isTaken = (await second.alone('another job', async () => true)) === true
        expect(isTaken).toBe(true)
      })
    })
    expect(isTaken).toBe(true)
  })
})
