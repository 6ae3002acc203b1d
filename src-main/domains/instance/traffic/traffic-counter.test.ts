import { afterAll, beforeAll, expect, it } from 'vitest'

import { FakeClock } from '#support/service/fake-clock.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import { apiPathOf, TRAFFIC_DAYS, TrafficCounter } from './traffic-counter.ts'

const DAY = 86_400_000
const EVER = ['2000-01-01', '2100-01-01'] as const
const temp = await makeTempPlace()
const clock = new FakeClock()
let store: Store

beforeAll(async () => {
  store = await openStore({ ...temp.at, wasm, now: () => clock.now() })
})

afterAll(async () => {
  await store.close()
  await temp.remove()
})

const flush = (counter: TrafficCounter) => counter.flush((work) => store.transaction(work))

async function stored(): Promise<[string, number][]> {
  const counter = new TrafficCounter(clock)
  await counter.load(store.queries)
  return counter.between(...EVER).map(({ day, count }) => [day, count])
}

it.each([
  ['/api/client/features?x=1', '/api/client'],
  ['/API//Admin/projects', '/api/admin'],
  ['//api/frontend', '/api/frontend'],
  ['/api/signal-endpoint/alerts', '/api/signal-endpoint'],
  ['/edge/validate', '/edge'],
  ['/auth/simple/login', '/auth'],
  ['/ofrep/v1/evaluate/flags/my-flag', '/ofrep'],
  ['/api/clients', undefined],
  ['/trpc/status', undefined],
  ['/', undefined],
])('%s counts as %s', (url, apiPath) => {
  expect(apiPathOf(url)).toBe(apiPath)
})

it('traffic counts survive a restart and are continued', async () => {
  const counter = new TrafficCounter(clock)
  counter.note('/api/client/features', 200)
  counter.note('/api/client/features', 304)
  await flush(counter)
  expect(await stored()).toEqual([['2026-11-21', 2]])
  counter.note('/api/client/features', 200)
  // a failed write is retried
  await expect(counter.flush(() => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
  expect(await stored()).toEqual([['2026-11-21', 2]])
  await counter.flush(async (work) => {
    await store.transaction(work)
    counter.note('/api/client/features', 200)
  })
  expect(await stored()).toEqual([['2026-11-21', 3]])
  await flush(counter)
  expect(await stored()).toEqual([['2026-11-21', 4]])
})

it('traffic counts that are too old are deleted, in memory and on the disk', async () => {
  const counter = new TrafficCounter(clock)
  await counter.load(store.queries)
  clock.advance((TRAFFIC_DAYS - 1) * DAY)
  await flush(counter)
  expect(await stored()).toHaveLength(1)
  clock.advance(DAY)
  counter.note('/api/admin/projects', 500)
  await flush(counter)
  expect(counter.between(...EVER)).toMatchObject([{ apiPath: '/api/admin', group: 'failed-requests' }])
  expect(await stored()).toEqual([[clock.now().toISOString().slice(0, 10), 1]])
})
