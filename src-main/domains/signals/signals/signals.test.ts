import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addListeningSet } from '#support/stages/listening-set.ts'
import { openTempStore, type TempStore } from '#support/runner/temp-store.ts'
import type { Store } from '#store/store.ts'
import { searchSignals, WINDOW } from './signals.read-model.ts'
import { findSignal, findWaiting, insertSignal, markProcessed, readSignalQueue } from './signals.store.ts'

const AT = '2026-11-21T11:00:00.000Z'

describe('the signals that wait for actions', () => {
  let temp: TempStore
  let store: Store

  beforeAll(async () => {
    temp = await openTempStore()
    store = temp.store
  })
  afterAll(() => temp.close())

  async function waitingIds(): Promise<number[]> {
    const ids: number[] = []
    let id = await findWaiting(store.queries, 0)
    for (; id !== undefined; id = await findWaiting(store.queries, id)) ids.push(id)
    return ids
  }

  it('are read in order, once, whatever their payload', async () => {
    const payloads = [{ a: [1, { b: null }] }, [], 'text', 0, false, null, {}]
    await store.transaction(async (queries) => {
      await addListeningSet(queries, 7)
      for (const [index, payload] of payloads.entries())
        await insertSignal(queries, { sourceId: 7, payload, createdAt: `2026-11-21T10:00:00.00${index}Z` })
    })
    const ids = await waitingIds()
    const found = await Promise.all(ids.map((id) => findSignal(store.queries, id)))
    expect(found.map((signal) => signal?.payload)).toEqual(payloads)
    expect(found[0]).toEqual({
      id: 1,
      source: 'signal-endpoint',
      sourceId: 7,
      sourceTokenId: null,
      tokenName: null,
      payload: payloads[0],
      headers: {},
      createdAt: '2026-11-21T10:00:00.000Z',
      processed: false,
      outcome: 'waiting',
      replayOf: null,
      sentByUserId: null,
      sentBy: null,
      proof: null,
    })
    for (const id of ids.slice(0, 3)) await markProcessed(store.queries, id, null)
    expect(await readSignalQueue(store.queries)).toEqual({ waiting: 4, oldestAt: '2026-11-21T10:00:00.003Z' })
    expect(await waitingIds()).toEqual(ids.slice(3))
    expect(await findSignal(store.queries, 1)).toEqual({ ...found[0], processed: true, outcome: null })
    for (const id of ids.slice(3)) await markProcessed(store.queries, id, null)
    expect(await waitingIds()).toEqual([])
    expect(await readSignalQueue(store.queries)).toEqual({ waiting: 0, oldestAt: null })
  })

  it('do not include signals of endpoints without an action set', async () => {
    const insert = () => insertSignal(store.queries, { sourceId: 99, payload: {}, createdAt: AT })
    expect((await insert()).processed).toBe(true)
    await addListeningSet(store.queries, 99)
    expect((await insert()).processed).toBe(false)
    await store.queries.updateTable('action_sets').set({ enabled: false }).execute()
    expect((await insert()).processed).toBe(true)
    await store.queries.updateTable('action_sets').set({ enabled: true }).execute()
  })

  it('are searched for a text window by window, to the very first', async () => {
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
