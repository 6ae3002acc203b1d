import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { compositeKey } from '#shared/composite-key.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { systemClock } from '#kernel/clock.ts'
import { createLogger } from '#kernel/logger.ts'
import { ReportAllowance } from '#runtime/report-allowance.ts'
import type { Transaction } from '#runtime/write-behind.ts'
import { openStore } from '#store/open-store.ts'
import type { Queries } from '#store/queries.ts'
import { CommitUnknown, StoreFull, UnstorableValue } from '#store/store-errors.ts'
import type { Store } from '#store/store.ts'
import { MetricsBuffer } from './metrics-buffer.ts'

const HOUR = '2026-11-21T12:00:00.000Z'
const NOW = new Date('2026-11-21T12:30:00.000Z')
const scope = { environment: 'development', projects: ['*'] }
const temp = await makeTempPlace()
let store: Store
/** Fate of the next transactions, one each; then all are committed. */
let fates: Fate[] = []
type Fate = 'commits' | 'fails' | 'unknown, committed' | 'unknown, not committed'
let transactions = 0

beforeAll(async () => {
  store = await openStore({ ...temp.at, wasm, now: () => NOW })
  const { queries } = store
  await sql`insert into feature_types (id, name, description, lifetime_days, sort_order)
    values ('release', 'Release', '', null, 1)`.execute(queries)
  await sql`insert into projects (id, name, mode, default_stickiness, link_templates, created_at, updated_at)
    values ('default', 'Default', 'open', 'default', '[]', ${HOUR}, ${HOUR})`.execute(queries)
  for (const name of ['flag-0', 'flag-1', 'flag-2'])
    await sql`insert into features (name, project, type, stale, impression_data, created_at, created_by_user_id)
      values (${name}, 'default', 'release', 0, 0, ${HOUR}, 1)`.execute(queries)
})
beforeEach(async () => {
  fates = []
  transactions = 0
  await empty()
})
afterAll(async () => {
  await store.close()
  await temp.remove()
})

async function empty(): Promise<void> {
  for (const table of ['client_metrics', 'client_metrics_variants', 'unknown_flags'] as const)
    await store.queries.deleteFrom(table).execute()
}

const transaction: Transaction = async (work) => {
  transactions++
  const fate = fates.shift() ?? 'commits'
  if (fate === 'fails' || fate === 'unknown, not committed') {
    const undone = store.transaction(async (queries) => {
      await work(queries)
      throw new StoreFull()
    })
    await undone.catch((error: unknown) => {
      if (!(error instanceof StoreFull)) throw error
    })
  } else await store.transaction(work)
  if (fate === 'fails') throw new StoreFull()
  if (fate !== 'commits') throw new CommitUnknown(async () => fate === 'unknown, committed')
}
const bufferOf = (options: Partial<ConstructorParameters<typeof MetricsBuffer>[0]> = {}) =>
  new MetricsBuffer({
    transaction,
    logger: createLogger('silent'),
    isHeld: () => false,
    unknownFlagsKept: 100,
    allowance: new ReportAllowance({
      clock: systemClock,
      logger: createLogger('silent'),
      limits: { newApplications: 10, reportedMegabytes: 48 },
    }),
    ...options,
  })

const flag = (featureName: string, appName: string, yes: number, variants: Record<string, number> = {}) => ({
  featureName,
  appName,
  environment: 'development',
  hour: HOUR,
  yes,
  no: 1,
  variants,
})
const report = (...flags: ReturnType<typeof flag>[]) => ({
  flags,
  impactMetrics: [],
  reporter: 'token a',
  scope,
  now: NOW,
})

/** Sums in the tables, of flags and of their variants. */
async function stored(queries: Queries = store.queries): Promise<Record<string, number>> {
  const hours = await queries.selectFrom('client_metrics').selectAll().execute()
  const variants = await queries.selectFrom('client_metrics_variants').selectAll().execute()
  return Object.fromEntries([
    ...hours.map((row) => [compositeKey(row.feature_name, row.app_name), Number(row.yes)] as const),
    ...variants.map(
      (row) => [compositeKey(row.feature_name, row.app_name, row.variant), Number(row.count)] as const,
    ),
  ])
}

/** Unknown flags with the time of their last report, oldest first. */
async function storedUnknown(): Promise<[string, string, string][]> {
  const rows = await store.queries
    .selectFrom('unknown_flags')
    .selectAll()
    .orderBy('seen_at')
    .orderBy('name')
    .orderBy('app_name')
    .execute()
  return rows.map((row) => [row.name, row.app_name, row.seen_at])
}

const nameOf = (...names: string[]) => fc.constantFrom(...names)
const anyFlagOf = (name: fc.Arbitrary<string>) =>
  fc
    .record({
      name,
      app: fc.constantFrom('shop', 'web'),
      yes: fc.nat(9),
      variants: fc.dictionary(fc.constantFrom('red', '__proto__', 'blue'), fc.nat(9)),
    })
    .map(({ name, app, yes, variants }) => flag(name, app, yes, variants))
const anyFlag = anyFlagOf(nameOf('flag-0', 'flag-1', 'flag-2'))
const anyReport = fc.record({
  flags: fc.array(anyFlagOf(nameOf('flag-0', 'flag-1', 'missing-0', 'missing-1')), { maxLength: 4 }),
  afterMs: fc.constantFrom(0, 1, 400, 61_000),
})
const anyFate = fc.constantFrom<Fate>('commits', 'fails', 'unknown, committed', 'unknown, not committed')
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.array(anyFlag, { maxLength: 4 }).map((flags) => ({ flags, fate: undefined })) },
  { weight: 1, arbitrary: anyFate.map((fate) => ({ flags: [], fate })) },
)

describe('reports summed in memory', () => {
  it('add up to what each report would have added, whatever becomes of the transactions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), async (steps) => {
        await empty()
        const buffer = bufferOf()
        const expected: Record<string, number> = {}
        const expectMore = (key: string, count: number) => (expected[key] = (expected[key] ?? 0) + count)
        for (const { flags, fate } of steps) {
          fates = fate === undefined ? [] : [fate]
          if (fate === undefined) {
            await buffer.add(report(...flags))
            for (const { featureName, appName, yes, variants } of flags) {
              expectMore(compositeKey(featureName, appName), yes)
              for (const [variant, count] of Object.entries(variants))
                expectMore(compositeKey(featureName, appName, variant), count)
            }
          } else await buffer.flush().catch(() => {})
        }
        fates = []
        await buffer.flush()
        expect(await stored()).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('leave the same counts and unknown flags as reports written one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyReport, { maxLength: 8 }), async (reports) => {
        const leave = async (isEachWritten: boolean) => {
          await empty()
          const buffer = bufferOf()
          let at = NOW.getTime()
          for (const { flags, afterMs } of reports) {
            at += afterMs
            await buffer.add({ ...report(...flags), now: new Date(at) })
            if (isEachWritten) await buffer.flush()
          }
          await buffer.flush()
          return { counts: await stored(), unknown: await storedUnknown() }
        }
        expect(await leave(false)).toEqual(await leave(true))
      }),
      { numRuns: 40 },
    )
  })

  it('keep unknown flags in the order of their reports, also of those that another Halyard wrote meanwhile', async () => {
    const [here, there] = [bufferOf(), bufferOf()]
    const at = (ms: number) => new Date(NOW.getTime() + ms)
    await here.add({ ...report(flag('late', 'shop', 1), flag('early', 'shop', 1)), now: at(100) })
    await there.add({ ...report(flag('middle', 'shop', 1)), now: at(200) })
    await here.add({ ...report(flag('late', 'shop', 1)), now: at(300) })
    await there.add({ ...report(flag('late', 'shop', 1)), now: at(250) })
    await here.flush()
    await there.flush()
    const seen = [100, 200, 300].map((ms) => at(ms).toISOString())
    expect(await storedUnknown()).toEqual([
      ['early', 'shop', seen[0]],
      ['middle', 'shop', seen[1]],
      ['late', 'shop', seen[2]],
    ])
  })

  it('count once what is reported while a write that fails is under way', async () => {
    let during: (() => Promise<void>) | undefined
    const buffer = bufferOf({
      transaction: (work) =>
        transaction(async (queries) => {
          await work(queries)
          await during?.()
        }),
    })
    await buffer.add(report(flag('flag-0', 'shop', 1, { red: 1 })))
    during = () => buffer.add(report(flag('flag-0', 'shop', 2, { red: 2, blue: 1 })))
    fates = ['fails']
    await expect(buffer.flush()).rejects.toThrow('the disk is full')
    during = undefined
    await buffer.flush()
    expect(await stored()).toEqual({
      '["flag-0","shop"]': 3,
      '["flag-0","shop","red"]': 3,
      '["flag-0","shop","blue"]': 1,
    })
  })

  it('take one transaction for ten thousand evaluations of the same flags', async () => {
    const buffer = bufferOf()
    for (let n = 0; n < 10_000; n++) await buffer.add(report(flag(`flag-${n % 3}`, 'shop', 1)))
    await buffer.flush()
    expect(transactions).toBe(1)
    expect(Object.values(await stored())).toEqual([3334, 3333, 3333])
  })

  it('are written before more than ten thousand rows wait', async () => {
    const buffer = bufferOf()
    const names = Array.from({ length: 11_000 }, (_none, n) => flag(`missing-${n}`, 'shop', 1))
    await buffer.add(report(...names))
    const before = transactions
    await buffer.add(report(flag('flag-0', 'shop', 1)))
    expect([before, transactions]).toEqual([0, 11])
    expect(buffer.settle()).toBeDefined()
    await buffer.flush()
    expect(buffer.settle()).toBeUndefined()
  })

  it('are refused, and not kept, while they cannot be written', async () => {
    const buffer = bufferOf()
    await buffer.add(report(flag('flag-0', 'shop', 1)))
    fates = ['fails', 'fails']
    await expect(buffer.flush()).rejects.toThrow('the disk is full')
    await expect(buffer.add(report(flag('flag-0', 'shop', 5)))).rejects.toThrow('the disk is full')
    await buffer.add(report(flag('flag-0', 'shop', 2)))
    await buffer.flush()
    expect(await stored()).toEqual({ '["flag-0","shop"]': 3 })
  })

  it('are dropped while they cannot be written, if their sender cannot wait', async () => {
    const buffer = bufferOf()
    buffer.note(report(flag('flag-0', 'shop', 1)))
    fates = ['fails']
    await expect(buffer.flush()).rejects.toThrow('the disk is full')
    buffer.note(report(flag('flag-0', 'shop', 5)))
    await buffer.flush()
    buffer.note(report(flag('flag-0', 'shop', 2)))
    await buffer.flush()
    const held = bufferOf({ isHeld: () => true })
    held.note(report(flag('flag-0', 'shop', 5)))
    expect(held.settle()).toBeUndefined()
    expect(await stored()).toEqual({ '["flag-0","shop"]': 3 })
  })

  it('are refused while every write is held', async () => {
    const held = () => Promise.reject(new StoreFull(undefined, 'held'))
    const buffer = bufferOf({ isHeld: () => true, transaction: held })
    await expect(buffer.add(report(flag('flag-0', 'shop', 1)))).rejects.toThrow('held')
    expect(buffer.settle()).toBeUndefined()
  })

  it('lose only those that cannot be stored', async () => {
    const buffer = bufferOf({
      transaction: (work) =>
        store.transaction(async (queries) => {
          await work(queries)
          if ('["flag-1","bad"]' in (await stored(queries))) throw new UnstorableValue(undefined)
        }),
    })
    const flags = [flag('flag-0', 'shop', 1), flag('flag-1', 'bad', 1), flag('flag-2', 'shop', 1)]
    await buffer.add(report(...flags))
    await buffer.flush()
    expect(await stored()).toEqual({ '["flag-0","shop"]': 1, '["flag-2","shop"]': 1 })
    expect(buffer.settle()).toBeUndefined()
  })
})
