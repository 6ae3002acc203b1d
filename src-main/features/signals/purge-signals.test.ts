import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { FakeClock } from '../../../test/support/fake-clock.ts'
import { addListeningSet } from '../../../test/support/listening-set.ts'
import { makeTempFolder } from '../../../test/support/temp-folder.ts'
import { wasm } from '../../../test/support/wasm.ts'
import type { Runtime } from '../../kernel/execute.ts'
import { DEFAULT_LIMITS } from '../../kernel/limits.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { purgeSignals } from './purge-signals.ts'
import { countSignals, readSignals } from './signals.read-model.ts'
import { insertSignal, markProcessed } from './signals.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
let store: Store
let clean: () => void
let clock: FakeClock

beforeEach(async () => {
  const { folder, remove } = makeTempFolder()
  clock = new FakeClock()
  store = await openStore({ dataDir: folder, wasm, now: () => clock.now() })
  await addListeningSet(store.queries, 1)
  clean = remove
})
afterEach(async () => {
  await store.close()
  clean()
})

const purge = (limits: Partial<Runtime['limits']>) =>
  purgeSignals({ store, clock, limits: { ...DEFAULT_LIMITS, ...limits } })
const fill = (count: number, done: (id: number) => boolean) =>
  store.transaction(async (queries) => {
    for (let n = 0; n < count; n++) {
      const { id } = await insertSignal(queries, {
        sourceId: 1,
        payload: n,
        createdAt: clock.now().toISOString(),
      })
      if (done(id)) await markProcessed(queries, id)
    }
  })
const left = async () => {
  const found = await readSignals(store.queries, {}, { offset: 0, limit: 10_000 })
  // what is counted by day is what is there
  expect(await countSignals(store.queries, {})).toBe(found.length)
  return found.map(({ id }) => id).sort((a, b) => a - b)
}

describe('the retention of signals', () => {
  it('deletes what is too old, but never what the actions have not dealt with', async () => {
    await fill(10, (id) => id % 2 === 0)
    clock.advance(2 * DAY_MS)
    await fill(3, () => true)
    await purge({ signalsKeptDays: 2 })
    expect(await left()).toHaveLength(13)
    clock.advance(1)
    await purge({ signalsKeptDays: 2 })
    expect(await left()).toEqual([1, 3, 5, 7, 9, 11, 12, 13])
  })

  it('keeps so many, the newest', async () => {
    await fill(1300, () => true)
    await purge({ signalsKept: 100 })
    expect(await left()).toEqual(Array.from({ length: 100 }, (_, n) => 1201 + n))
  })

  it('ends when all that is too much waits for the actions', async () => {
    await fill(5, () => false)
    await purge({ signalsKept: 0, signalsKeptDays: 0 })
    expect(await left()).toHaveLength(5)
  })

  it('lets others write between its steps', async () => {
    await fill(2000, () => true)
    const purging = purge({ signalsKept: 0 })
    const waits: number[] = []
    for (let n = 0; n < 20; n++) {
      const begun = performance.now()
      await store.transaction((queries) =>
        insertSignal(queries, { sourceId: 1, payload: n, createdAt: clock.now().toISOString() }),
      )
      waits.push(performance.now() - begun)
    }
    await purging
    expect(await left()).toHaveLength(20)
    // a step, not the whole of it
    expect(waits.sort((a, b) => a - b)[10]).toBeLessThan(100)
  })
})
