import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { FakeClock } from '#support/service/fake-clock.ts'
import { addListeningSet } from '#support/stages/listening-set.ts'
import { addManyEvents, addManySignals, addManyUnknownFlags, numbers } from '#support/runner/many-rows.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { DEFAULT_LIMITS, type Limits } from '#kernel/limits.ts'
import { createLogger } from '#kernel/logger.ts'
import { openStore } from '#store/open-store.ts'
import type { Schema } from '#store/schema.ts'
import type { Store } from '#store/store.ts'
import { readStoredBytes } from '#store/prune-table.ts'
import { pruneTables } from './prune-tables.ts'
import { RetentionClock } from './retention-clock.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 365 * DAY_MS
let store: Store
let clean: () => Promise<void>
let clock: FakeClock
let retentionClock: RetentionClock

beforeEach(async () => {
  const { at, remove } = await makeTempPlace()
  clock = new FakeClock('2026-10-02T00:00:00.000Z')
  retentionClock = new RetentionClock(clock)
  store = await openStore({ ...at, wasm, now: () => clock.now() })
  clean = remove
})

afterEach(async () => {
  await store.close()
  await clean()
})

const prune = (limits: Partial<Limits> = {}) =>
  pruneTables(
    { store, limits: { ...DEFAULT_LIMITS, ...limits }, logger: createLogger('silent') },
    retentionClock,
  )

const idsOf = async (table: 'events' | 'signals') => {
  const rows = await store.queries.selectFrom(table).select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

const countOf = async (table: keyof Schema) => {
  const { n } = await store.queries
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_none, n) => first + n)

describe('the event log', () => {
  beforeEach(() => addManyEvents(store.queries, { count: 3000, global: 0 }))

  it('keeps the newest events up to its limit', async () => {
    await prune({ eventsKept: 1000 })
    const ids = await idsOf('events')
    // the newest events without an environment are among them
    expect(ids).toEqual(from(2001, 3000))
    expect(await store.queries.selectFrom('event_days').select('events').execute()).toEqual([
      { events: expect.any(Number) as number },
      { events: expect.any(Number) as number },
    ])
  })

  it('deletes events that are too old', async () => {
    // the events are one second apart, from 1 October on
    clock.advance(1500 * 1000)
    await prune({ eventsKeptDays: 1 })
    expect(await idsOf('events')).toEqual(from(1500, 3000))
  })

  it('keeps events the service depends on: deleted projects, revisions, and events not yet delivered to integrations', async () => {
    const { queries } = store
    await queries.updateTable('events').set({ type: 'project-deleted' }).where('id', '=', 7).execute()
    await queries.updateTable('events').set({ environment: 'old' }).where('id', '=', 9).execute()
    await queries
      .insertInto('addons')
      .values({
        provider: 'webhook',
        enabled: true,
        description: null,
        parameters: '{}',
        events: '[]',
        projects: '[]',
        environments: '[]',
        position: 2500,
        created_at: '2026-10-01T00:00:00.000Z',
      })
      .execute()
    await prune({ eventsKept: 0, eventsKeptDays: 0 })
    expect(await idsOf('events')).toEqual([7, 9, ...from(2501, 3000)])
    await queries.deleteFrom('addons').execute()
    await prune({ eventsKept: 0 })
    // the newest with an environment, the newest without one
    expect(await idsOf('events')).toEqual([7, 9, 2999, 3000])
  })
})

describe('the retention of signals', () => {
  it('deletes surplus signals of an endpoint without an action set', async () => {
    await addManySignals(store.queries, { count: 1300 })
    await prune({ signalsKept: 100 })
    expect(await idsOf('signals')).toEqual(from(1201, 1300))
  })

  it('keeps signals that wait for actions, whatever their number and age', async () => {
    await addListeningSet(store.queries, 1)
    await addManySignals(store.queries, { count: 10 })
    await store.queries.updateTable('signals').set({ processed: false }).where('id', '<', 4).execute()
    await prune({ signalsKept: 0, signalsKeptDays: 0 })
    expect(await idsOf('signals')).toEqual([1, 2, 3])
  })

  it('keeps a number of bytes, the newest: of 30 signals with 100 kB, ten in a megabyte', async () => {
    const payload = JSON.stringify({ text: 'ä'.repeat(49_900) })
    const headers = '{"userAgent":"Grafana"}'
    const bytes = Buffer.byteLength(payload) + Buffer.byteLength(headers)
    for (let second = 0; second < 30; second++)
      await store.queries
        .insertInto('signals')
        .values({
          source: 'signal-endpoint',
          source_id: 1 + (second % 3),
          payload,
          headers,
          created_at: new Date(Date.parse('2026-10-01T00:00:00.000Z') + second * 1000).toISOString(),
          // the first waits for actions: it stays, and counts
          processed: second > 0,
        })
        .execute()
    expect(await readStoredBytes(store.queries, 'signals')).toBe(30 * bytes)
    await prune({ signalMegabytesKept: 3 })
    expect(await countOf('signals')).toBe(30)
    await prune({ signalMegabytesKept: 2 })
    expect(await idsOf('signals')).toEqual([1, ...from(12, 30)])
    await prune({ signalMegabytesKept: 1 })
    expect(await idsOf('signals')).toEqual([1, ...from(22, 30)])
    expect(await readStoredBytes(store.queries, 'signals')).toBe(10 * bytes)
    await prune({ signalMegabytesKept: 0 })
    expect(await idsOf('signals')).toEqual([1])
    expect(await store.queries.selectFrom('stored_bytes').selectAll().execute()).toEqual([
      { table_name: 'signals', part: 1, bytes },
    ])
  })

  it('frees a few megabytes at a time', async () => {
    await sql`insert into "signals" ("source", "source_id", "payload", "headers", "created_at", "processed")
      ${numbers(40)} select 'signal-endpoint', 1, ${JSON.stringify('x'.repeat(399_998))}, '{}',
        '2026-10-01T00:00:00.000Z', 1 from "number"`.execute(store.queries)
    const counts: number[] = []
    const transaction = vi.spyOn(store, 'transaction')
    await prune({ signalMegabytesKept: 0 })
    for (const { value } of transaction.mock.settledResults) {
      const { deleted } = (value ?? {}) as { deleted?: number }
      if (deleted) counts.push(deleted)
    }
    expect(counts).toEqual([10, 10, 10, 10])
    expect(await countOf('signals')).toBe(0)
  })

  it('deletes signals that are too old, and days without signals', async () => {
    await addManySignals(store.queries, { count: 10 })
    clock.advance(DAY_MS)
    await addManySignals(store.queries, { count: 5, from: '2026-10-02T00:00:00.000Z' })
    await prune({ signalsKeptDays: 1 })
    expect(await idsOf('signals')).toEqual(from(11, 15))
    expect(await store.queries.selectFrom('signal_days').select(['day', 'signals']).execute()).toEqual([
      { day: '2026-10-02', signals: 5 },
    ])
  })

  it('deletes in steps, so that others can write in between', async () => {
    await addManySignals(store.queries, { count: 3000 })
    const pruning = prune({ signalsKept: 0 })
    let isDone = false
    void pruning.then(() => (isDone = true))
    let writes = 0
    while (!isDone) {
      await store.transaction((queries) => queries.deleteFrom('settings').where('id', '=', 'none').execute())
      writes++
      await new Promise((resolve) => setImmediate(resolve))
    }
    await pruning
    expect(writes).toBeGreaterThan(6)
    expect(await countOf('signals')).toBe(0)
  })
})

describe('what clients report', () => {
  it('is bounded in number, and the oldest is deleted first', async () => {
    await addManyUnknownFlags(store.queries, { names: 1200 })
    clock.advance(32 * DAY_MS)
    await prune({ unknownFlagsKept: 100 })
    const rows = await store.queries.selectFrom('unknown_flags').select('name').orderBy('seen_at').execute()
    expect(rows.map(({ name }) => name)).toEqual(from(1101, 1200).map((n) => `unknown-${n}`))
  })

  it('is deleted when it has not been seen for long: instances after 30 days, applications after a year', async () => {
    const at = clock.now().toISOString()
    const { queries } = store
    await queries
      .insertInto('client_applications')
      .values({
        app_name: 'shop',
        created_at: at,
        seen_at: at,
        strategies: '[]',
        description: null,
        icon: null,
        url: null,
        color: null,
      })
      .execute()
    await queries
      .insertInto('client_application_usage')
      .values({ app_name: 'shop', project: '*', environment: 'production' })
      .execute()
    await queries
      .insertInto('client_instances')
      .values({
        app_name: 'shop',
        instance_id: '1',
        environment: 'production',
        connection_id: null,
        sdk_version: null,
        sdk_type: 'backend',
        client_ip: null,
        platform: null,
        spec_version: null,
        created_at: at,
        last_seen: at,
      })
      .execute()
    const counts = async () => [
      await countOf('client_instances'),
      await countOf('client_applications'),
      await countOf('client_application_usage'),
    ]
    for (const [days, expected] of [
      [30, [1, 1, 1]],
      [1, [0, 1, 1]],
      [334, [0, 1, 1]],
      [1, [0, 0, 0]],
    ] as const) {
      clock.advance(days * DAY_MS)
      await prune()
      expect([days, await counts()]).toEqual([days, expected])
    }
  })
})

describe('the clock of retention', () => {
  beforeEach(async () => {
    await addManySignals(store.queries, { count: 10, from: '2026-10-01T23:00:00.000Z' })
    await prune()
  })

  it('ignores a wall clock that is a year ahead for a moment', async () => {
    clock.jump(YEAR_MS)
    await prune()
    clock.advance(HOUR_MS / 2)
    await prune()
    clock.jump(-YEAR_MS)
    await prune()
    clock.advance(HOUR_MS)
    await prune()
    expect(await countOf('signals')).toBe(10)
  })

  it('follows a clock that stays ahead for an hour, also over restarts', async () => {
    clock.jump(YEAR_MS)
    await prune()
    clock.advance(HOUR_MS / 2)
    await prune()
    expect(await countOf('signals')).toBe(10)
    retentionClock = new RetentionClock(clock)
    await prune()
    clock.advance(HOUR_MS / 2)
    await prune()
    expect(await countOf('signals')).toBe(0)
  })

  it('ignores the wrong clock of one start', async () => {
    clock.jump(YEAR_MS)
    retentionClock = new RetentionClock(clock)
    await prune()
    expect(await countOf('signals')).toBe(10)
  })

  it('deletes nothing more when the clock goes back, and continues with it', async () => {
    clock.jump(-YEAR_MS)
    await prune()
    expect(await countOf('signals')).toBe(10)
    for (let day = 0; day < 400; day += 10) {
      clock.advance(10 * DAY_MS)
      await prune()
    }
    expect(await countOf('signals')).toBe(0)
  })
})

describe('the retention of deliveries', () => {
  const addDeliveries = async (sourceId: number, count: number) => {
    for (let n = 0; n < count; n++)
      await store.queries
        .insertInto('signal_deliveries')
        .values({
          source_id: sourceId,
          token_id: sourceId,
          delivery_id: `${n}`,
          signal_id: n,
          digest: '',
          first_at: new Date(Date.parse('2026-10-01T00:00:00.000Z') + n * 1000).toISOString(),
          last_at: '2026-10-01T12:00:00.000Z',
          times: 1,
        })
        .execute()
  }
  const namesOf = async (sourceId: number) => {
    const rows = await store.queries
      .selectFrom('signal_deliveries')
      .select('delivery_id')
      .where('source_id', '=', sourceId)
      .orderBy('id')
      .execute()
    return rows.map((row) => Number(row.delivery_id))
  }

  it('keeps the newest of each endpoint: many of one do not shorten the memory of another', async () => {
    await addDeliveries(7, 30)
    await addDeliveries(3, 1200)
    await addDeliveries(9, 10)
    await prune({ signalDeliveriesKept: 20 })
    expect(await namesOf(7)).toEqual(from(10, 29))
    expect(await namesOf(3)).toEqual(from(1180, 1199))
    expect(await namesOf(9)).toEqual(from(0, 9))
    await prune({ signalDeliveriesKept: 0 })
    expect(await countOf('signal_deliveries')).toBe(0)
  })

  it('deletes those that came first too long ago', async () => {
    await addDeliveries(1, 10)
    clock.advance(6 * DAY_MS)
    await prune()
    expect(await countOf('signal_deliveries')).toBe(10)
    clock.advance(5000)
    await prune()
    expect(await namesOf(1)).toEqual(from(5, 9))
  })
})
