import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addManyEvents, addManyUnknownFlags } from '#support/runner/many-rows.ts'
import { FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { clearUnknownFlags } from '#shared/clients/contract/applications.ts'
import { registerFrontendMetrics } from '#shared/clients/contract/frontend-api.ts'

const UNKNOWN = '/api/admin/metrics/unknown-flags'

interface Unknown {
  unknownFlags: {
    name: string
    lastSeenAt: string
    lastEventAt: string | null
    reports: { appName: string }[]
  }[]
}

let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    env: { HALYARD_UNKNOWN_FLAGS_KEPT: '40000' },
    users: [{ username: 'viewer', roles: ['Viewer'] }],
  })
})
afterAll(() => app.stop())

const list = async (query = '') => {
  const { status, body } = await app.call('GET', `${UNKNOWN}${query}`)
  expect(status).toBe(200)
  return (body as Unknown).unknownFlags
}
const clear = (as?: string) => app.call(clearUnknownFlags, { ...(as ? { as } : {}) })
const countRows = async () => {
  await app.backend.services.metricsBuffer.flush()
  const { n } = await app.backend.store.queries
    .selectFrom('unknown_flags')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
const report = (appName: string, names: readonly string[]) => {
  const at = app.clock.now().toISOString()
  const toggles = Object.fromEntries(names.map((name) => [name, { yes: 1, no: 0 }]))
  return app.call(registerFrontendMetrics, {
    token: FRONTEND,
    body: { appName, instanceId: '1', bucket: { start: at, stop: at, toggles } },
  })
}

describe('the unknown flags', () => {
  it('are listed a page at a time, also 40,000 names', async () => {
    await app.backend.store.transaction((queries) => addManyUnknownFlags(queries, { names: 40_000 }))
    const newest = await list()
    expect(newest.map(({ name }) => name)).toEqual(
      Array.from({ length: 1000 }, (_, n) => `unknown-${40_000 - n}`),
    )
    expect((await list('?limit=2&offset=39998')).map(({ name }) => name)).toEqual(['unknown-2', 'unknown-1'])
    expect(await list('?offset=40000')).toEqual([])
  })

  it('make room for newer ones, whatever a frontend token reports', async () => {
    const names = Array.from({ length: 500 }, (_, n) => `invented-${n}`)
    expect((await report('page', names)).status).toBe(200)
    expect(await countRows()).toBe(40_000)
    const newest = await list()
    expect(
      newest
        .slice(0, 500)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names.sort())
    expect((await list('?offset=39999')).map(({ name }) => name)).toEqual(['unknown-501'])
  })

  it('are listed with their newest reports, and with the last event of a flag of that name', async () => {
    await clear()
    await app.backend.store.transaction((queries) => addManyEvents(queries, { count: 5002, global: 0 }))
    for (let n = 0; n < 25; n++) {
      await report(`app-${n}`, ['flag-1', 'other'])
      app.clock.advance(1000)
    }
    const [first] = await list()
    expect(first).toMatchObject({ name: 'flag-1', lastEventAt: '2026-10-01T01:23:21.000Z' })
    expect(first?.reports.map(({ appName }) => appName)).toEqual(
      Array.from({ length: 20 }, (_, n) => `app-${24 - n}`),
    )
  })

  it('can be cleared by holders of the permission for applications, and return when requested again', async () => {
    expect((await clear('viewer')).status).toBe(403)
    expect((await list()).length).toBe(2)
    expect((await clear()).status).toBe(200)
    expect(await list()).toEqual([])
    await report('page', ['other'])
    expect((await list()).map(({ name }) => name)).toEqual(['other'])
  })
})
