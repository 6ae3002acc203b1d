import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { makeTempFolder } from '../../../test/support/temp-folder.ts'
import { wasm } from '../../../test/support/wasm.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { searchSignals, WINDOW } from './signals.read-model.ts'
import { findSignal, insertSignal, markProcessed, nextUnprocessed, readSignalQueue } from './signals.store.ts'

const AT = '2026-11-21T11:00:00.000Z'

describe('the signals that wait for the actions', () => {
  const { folder, remove } = makeTempFolder()
  let store: Store

  beforeAll(async () => {
    store = await openStore({ dataDir: folder, wasm, now: () => new Date(0) })
  })
  afterAll(async () => {
    await store.close()
    remove()
  })

  it('come in their order, once, whatever shape they have', async () => {
    const payloads = [{ a: [1, { b: null }] }, [], 'text', 0, false, null, {}]
    await store.transaction(async (queries) => {
      for (const [index, payload] of payloads.entries())
        await insertSignal(queries, { sourceId: 7, payload, createdAt: `2026-11-21T10:00:00.00${index}Z` })
    })
    const first = await nextUnprocessed(store.queries, 3)
    expect(first.map(({ payload }) => payload)).toEqual(payloads.slice(0, 3))
    expect(first[0]).toEqual({
      id: 1,
      source: 'signal-endpoint',
      sourceId: 7,
      sourceTokenId: null,
      tokenName: null,
      payload: payloads[0],
      headers: {},
      createdAt: '2026-11-21T10:00:00.000Z',
      processed: false,
      replayOf: null,
      sentByUserId: null,
      sentBy: null,
    })
    await store.transaction((queries) =>
      markProcessed(
        queries,
        first.map(({ id }) => id),
      ),
    )
    expect(await readSignalQueue(store.queries)).toEqual({ waiting: 4, oldestAt: '2026-11-21T10:00:00.003Z' })
    const rest = await nextUnprocessed(store.queries, 10)
    expect(rest.map(({ payload }) => payload)).toEqual(payloads.slice(3))
    expect(await findSignal(store.queries, 1)).toEqual({ ...first[0], processed: true })
    await store.transaction((queries) =>
      markProcessed(
        queries,
        rest.map(({ id }) => id),
      ),
    )
    expect(await nextUnprocessed(store.queries, 10)).toEqual([])
    expect(await readSignalQueue(store.queries)).toEqual({ waiting: 0, oldestAt: null })
  })

  it('are looked through for a text a window at a time, to the very first', async () => {
    await store.transaction(async (queries) => {
      for (let n = 0; n < WINDOW + 5; n++)
        await insertSignal(queries, { sourceId: 8, payload: n === 0 ? 'needle' : n, createdAt: AT })
    })
    const asked = { text: 'NEEDLE', limit: 10 }
    const first = await searchSignals(store.queries, { endpoint: 8 }, asked)
    expect(first.signals).toEqual([])
    const { next } = first
    if (next === null) throw new Error('there is more to look through')
    const second = await searchSignals(store.queries, { endpoint: 8 }, { ...asked, after: next })
    expect(second.signals.map(({ payload }) => payload)).toEqual(['needle'])
    expect(second.next).toBeNull()
  })
})
