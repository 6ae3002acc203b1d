import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addManySignals } from '#support/runner/many-rows.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { openStore } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import { readSignals } from './signals.read-model.ts'

describe('a page of signals', () => {
  let temp: Awaited<ReturnType<typeof makeTempPlace>>
  let store: Store
  let all: { id: number; source_id: number; created_at: string }[]

  beforeAll(async () => {
    temp = await makeTempPlace()
    store = await openStore({ ...temp.at, wasm, now: () => new Date(0) })
    for (const [sourceId, from] of [
      [1, '2026-10-01T23:50:00.000Z'],
      [2, '2026-10-02T23:55:00.000Z'],
      [1, '2026-10-04T23:50:00.000Z'],
    ] as const)
      await addManySignals(store.queries, { count: 1000, sourceId, from })
    all = await store.queries
      .selectFrom('signals')
      .select(['id', 'source_id', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  })
  afterAll(async () => {
    await store.close()
    await temp.remove()
  })

  it.each([0, 1, 399, 400, 401, 999, 1000, 1699, 1700, 2990, 3000, 9999])(
    'from %i matches the list of all signals in order, with or without skipped days',
    async (offset) => {
      const page = async (filter: Parameters<typeof readSignals>[1]) =>
        (await readSignals(store.queries, filter, { offset, limit: 20 })).map(({ id }) => id)
      const expected = (is: (one: (typeof all)[number]) => boolean) =>
        all
          .filter(is)
          .slice(offset, offset + 20)
          .map(({ id }) => id)
      expect(await page({})).toEqual(expected(() => true))
      expect(await page({ endpoint: 1 })).toEqual(expected((one) => one.source_id === 1))
      expect(await page({ from: '2026-10-02', to: '2026-10-03' })).toEqual(
        expected(({ created_at: at }) => at >= '2026-10-02' && at < '2026-10-04'),
      )
    },
  )
})
