import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { valueAt } from '#shared/signals/rules/index.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { openTempStore, type TempStore } from '#support/runner/temp-store.ts'
import { FakeClock } from '#support/service/fake-clock.ts'
import { keepIds } from '#store/engines/portable.ts'
import type { Store } from '#store/store.ts'
import { digestBlocks, SignalDigester } from './digest-signals.ts'
import { MAX_LOOKED_THROUGH, searchByValue } from './search-by-value.read-model.ts'
import { blockOf, readDigests } from './signal-digests.store.ts'
import type { Order, SignalFilter } from './signals.read-model.ts'
import type { NamedValue } from './value-digest.ts'
import { insertSignals } from './signals.store.ts'

const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22']
const COUNT = 4200
/** Number of the signal behind which ids have a gap of several blocks. */
const GAP_AT = 2500
const GAP = 7000

/** Payload of a signal by its number: values that most, some, one and none have, also at other paths. */
const payloadOf = (n: number): unknown => ({
  n,
  severity: n % 10 === 0 ? 'critical' : 'low',
  labels: { service: `s${n % 700}`, odd: n === 1234 ? 'needle' : null },
  list: n % 3 === 0 ? [{ ok: n % 2 === 0 }] : [],
  text: n % 500 === 7 ? 'a needle in text, "critical"' : 'ä/"\n',
})

type Asked = { named: NamedValue; limit: number; order: Order } & SignalFilter

describe('the search of signals by a value', () => {
  let temp: TempStore
  let store: Store
  const signals: { id: number; payload: unknown; endpoint: number; day: string }[] = []

  beforeAll(async () => {
    temp = await openTempStore()
    store = temp.store
    const insert = (from: number, to: number) =>
      store.transaction(async (queries) => {
        const all = Array.from({ length: to - from }, (_, index) => {
          const n = from + index
          const day = DAYS[n % 3] ?? ''
          return { sourceId: 1 + (n % 2), payload: payloadOf(n), createdAt: `${day}T12:00:00.000Z` }
        })
        const stored = await insertSignals(queries, all)
        for (const [index, { sourceId: endpoint, payload, createdAt }] of all.entries())
          signals.push({ id: stored[index]?.id ?? 0, payload, endpoint, day: createdAt.slice(0, 10) })
      })
    for (let from = 0; from < GAP_AT; from += 500) await insert(from, Math.min(GAP_AT, from + 500))
    const lastId = signals.at(-1)?.id ?? 0
    await store.transaction(async (queries) => {
      await queries
        .insertInto('signals')
        .values({ ...ROW, id: lastId + GAP })
        .execute()
      await keepIds('signals').execute(queries)
      await queries
        .deleteFrom('signals')
        .where('id', '=', lastId + GAP)
        .execute()
    })
    for (let from = GAP_AT; from < COUNT; from += 500) await insert(from, Math.min(COUNT, from + 500))
  })
  afterAll(() => temp.close())

  const asked: fc.Arbitrary<Asked> = fc.record({
    named: fc.constantFrom(
      { path: 'severity', value: 'critical' },
      { path: 'labels.service', value: 's31' },
      { path: 'labels.odd', value: 'needle' },
      { path: 'labels.odd', value: 'undefined' },
      { path: 'list[0].ok', value: 'true' },
      { path: 'text', value: 'ä/"\n' },
      { path: 'n', value: '4199' },
      { path: 'text', value: 'needle' },
      { path: 'nowhere', value: 'low' },
    ),
    endpoint: fc.option(fc.constantFrom(1, 2), { nil: undefined }),
    from: fc.option(fc.constantFrom(...DAYS), { nil: undefined }),
    to: fc.option(fc.constantFrom(...DAYS), { nil: undefined }),
    limit: fc.constantFrom(1, 7, 50, 1000),
    order: fc.constantFrom('asc' as const, 'desc' as const),
  })

  async function finds({ named, limit, order, ...filter }: Asked) {
    const ids: number[] = []
    let after: number | null | undefined
    do {
      const search = { named, limit, order, after: after ?? undefined }
      const { signals: found, next } = await searchByValue(store.queries, filter, search)
      expect(found.length).toBeLessThanOrEqual(limit)
      ids.push(...found.map(({ id }) => id))
      after = next
    } while (after !== null && ids.length < 40 * limit)
    const { path, value } = named
    const expected = signals
      .filter(({ payload }) => valueAt(payload, path) !== undefined)
      .filter(({ payload }) => String(valueAt(payload, path)) === value)
      .filter(({ endpoint }) => filter.endpoint === undefined || filter.endpoint === endpoint)
      .filter(({ day }) => day >= (filter.from ?? '') && day <= (filter.to ?? '9'))
      .map(({ id }) => id)
    if (order === 'desc') expected.reverse()
    expect(ids).toEqual(expected.slice(0, ids.length))
    if (after === null) expect(ids).toHaveLength(expected.length)
  }

  it('finds the same with no, some and all digests, in each order, page by page', async () => {
    const newest = blockOf(signals.at(-1)?.id ?? 0)
    for (const end of [0, 2, newest]) {
      await digestBlocks(store, end)
      await fc.assert(fc.asyncProperty(asked, finds), { numRuns: propertyRuns(60) })
    }
    expect((await readDigests(store.queries, 0, newest)).size).toBeGreaterThan(3)
  })

  it('answers where to go on, once it has looked through as much as one search may', async () => {
    const [sparse] = [signals.at(-1)?.id ?? 0]
    const blocks = MAX_LOOKED_THROUGH + 5
    await store.transaction(async (queries) => {
      for (let n = 1; n <= blocks; n++)
        await queries
          .insertInto('signals')
          .values({ ...ROW, id: sparse + n * 1000, payload: '{"rare":"no"}' })
          .execute()
    })
    const search = { named: { path: 'other', value: 'no' }, limit: 50, order: 'desc' as const }
    const first = await searchByValue(store.queries, {}, search)
    expect(first.signals).toEqual([])
    if (first.next === null) throw new Error('there is more to look through')
    expect(await searchByValue(store.queries, {}, { ...search, after: first.next })).toEqual({
      signals: [],
      next: null,
    })
    await store.queries.deleteFrom('signals').where('id', '>', sparse).execute()
  })

  it('digests what is complete for as long as a transaction may take, once', async () => {
    await store.queries.deleteFrom('signal_digests').execute()
    const clock = new FakeClock()
    const digester = new SignalDigester(clock)
    const count = async () => (await readDigests(store.queries, 0, 1e6)).size
    await digester.run(store)
    clock.advance(5 * 60_000 - 1)
    await digester.run(store)
    expect(await count()).toBe(0)
    clock.advance(1)
    await digester.run(store)
    const made = await count()
    const newest = blockOf(signals.at(-1)?.id ?? 0)
    expect(made).toBeGreaterThan(3)
    expect((await readDigests(store.queries, newest, newest)).size).toBe(0)
    clock.advance(10 * 60_000)
    await digester.run(store)
    expect(await count()).toBe(made)
  })

  it('digests a hundred blocks in a run, and goes on with the next', async () => {
    await store.queries.deleteFrom('signal_digests').execute()
    const newest = signals.at(-1)?.id ?? 0
    await store.transaction(async (queries) => {
      for (let n = 1; n <= 120; n++)
        await queries
          .insertInto('signals')
          .values({ ...ROW, id: newest + n * 1000 })
          .execute()
    })
    const clock = new FakeClock()
    const digester = new SignalDigester(clock)
    const count = async () => (await readDigests(store.queries, 0, 1e6)).size
    await digester.run(store)
    clock.advance(5 * 60_000)
    await digester.run(store)
    expect(await count()).toBe(100)
    await digester.run(store)
    expect(await count()).toBeGreaterThan(120)
    await store.queries.deleteFrom('signals').where('id', '>', newest).execute()
  })
})

const ROW = {
  source: 'signal-endpoint' as const,
  source_id: 1,
  source_token_id: null,
  token_name: null,
  payload: '{}',
  headers: '{}',
  created_at: '2026-11-20T12:00:00.000Z',
  processed: true,
  replay_of: null,
  sent_by_user_id: null,
  sent_by: null,
}
