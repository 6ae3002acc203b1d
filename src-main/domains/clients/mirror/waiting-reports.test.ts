import { afterEach, beforeEach, expect, it } from 'vitest'

import { openStore } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { readTotals, readWaitingFigures } from './forwarding-totals.store.ts'
import { WaitingReports } from './waiting-reports.ts'

const SELF = { appName: 'halyard-mirror', instanceId: 'm-1' }
const AT = '2026-11-21T12:00:00.000Z'
let store: Store
let remove: () => Promise<void>
beforeEach(async () => {
  const place = await makeTempPlace()
  remove = place.remove
  store = await openStore({ ...place.at, wasm, now: () => new Date(AT) })
})
afterEach(async () => {
  await store.close()
  await remove()
})

const count = (featureName: string, yes: number, variants: Record<string, number> = {}) => ({
  featureName,
  appName: 'shop',
  environment: 'development',
  hour: AT,
  yes,
  no: 0,
  variants: new Map(Object.entries(variants)),
  audiences: [],
})
const contents = async () => {
  const rows = await store.queries.selectFrom('waiting_reports').select('content').orderBy('key').execute()
  return rows.map(({ content }) => JSON.parse(content) as { featureName: string; yes: number })
}

it('beyond their bound the reports that have waited longest are dropped, and counted', async () => {
  const reports = new WaitingReports(SELF, { count: 3 })
  for (const at of [1, 2, 3, 4, 5])
    await store.transaction((queries) =>
      reports.takeCounts(queries, [count(`flag-${at}`, at)], `2026-11-21T12:0${at}:00.000Z`),
    )
  expect((await contents()).map(({ featureName }) => featureName)).toEqual(['flag-3', 'flag-4', 'flag-5'])
  expect(await readTotals(store.queries)).toMatchObject({ dropped: 3 })
  expect(await readWaitingFigures(store.queries)).toEqual({
    reports: 3,
    evaluations: 12,
    since: '2026-11-21T12:03:00.000Z',
  })
})

it('counts of a flag in an hour are one report, which keeps the time since which it waits', async () => {
  const reports = new WaitingReports(SELF)
  for (const at of ['2026-11-21T12:00:00.000Z', '2026-11-21T12:01:00.000Z'])
    await store.transaction((queries) =>
      reports.takeCounts(queries, [count('a', 1, { red: 1 }), count('a', 2, { __proto__x: 2 })], at),
    )
  expect(await contents()).toMatchObject([{ featureName: 'a', yes: 6, variants: { red: 2, __proto__x: 4 } }])
  expect(await readWaitingFigures(store.queries)).toMatchObject({ evaluations: 6, since: AT })
})

it('a transaction that fails leaves nothing', async () => {
  const reports = new WaitingReports(SELF, { count: 1 })
  const failing = store.transaction(async (queries) => {
    await reports.takeCounts(queries, [count('a', 1), count('b', 1)], AT)
    throw new Error('full')
  })
  await expect(failing).rejects.toThrow('full')
  await store.transaction((queries) => reports.takeCounts(queries, [count('c', 1)], AT))
  expect(await contents()).toHaveLength(1)
  expect(await readTotals(store.queries)).toMatchObject({ dropped: 0 })
})

it('many reports are kept up to their bound', async () => {
  const reports = new WaitingReports(SELF, { count: 20_000 })
  const many = Array.from({ length: 1000 }, (_, at) => count(`flag-${at}`, 1, { red: 1 }))
  for (let hour = 0; hour < 25; hour++) {
    const at = new Date(Date.parse(AT) + hour * 3_600_000).toISOString()
    await store.transaction((queries) =>
      reports.takeCounts(
        queries,
        many.map((one) => ({ ...one, hour: at })),
        at,
      ),
    )
  }
  expect(await readWaitingFigures(store.queries)).toMatchObject({ reports: 20_000, evaluations: 20_000 })
  expect(await readTotals(store.queries)).toMatchObject({ dropped: 5000 })
})
