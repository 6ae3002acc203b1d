import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import type { CommittedEvent } from '#kernel/event.ts'
import type { EvaluationContext } from '#shared/flags/evaluation/index.ts'
import { openStore } from '#store/open-store.ts'
import type { Queries } from '#store/queries.ts'
import type { Store } from '#store/store.ts'
import { normaliseContext } from './normalise-context.ts'
import { SeenContexts } from './seen-contexts.ts'

const START = Date.parse('2026-11-21T12:00:00.000Z')
const DAY_MS = 86_400_000
const at = (days: number) => new Date(START + days * DAY_MS)
const EVER = new Date(0)

let temp: Awaited<ReturnType<typeof makeTempPlace>>
let store: Store

beforeEach(async () => {
  temp = await makeTempPlace()
  store = await openStore({ ...temp.at, wasm, now: () => at(0) })
})

afterEach(async () => {
  await store.close()
  await temp.remove()
})

const inTransaction = (work: (queries: Queries) => Promise<void>) => store.transaction(work)

const note = (
  seen: SeenContexts,
  userId: string,
  days = 0,
  { environment = 'production', projects = ['*'] } = {},
) => seen.note({ environment, projects, context: { userId }, origin: 'all-flags', at: at(days) })

const users = (seen: SeenContexts, environment = 'production') =>
  seen.since(environment, EVER).map((one) => one.context.userId)

async function reloaded(limit = 10): Promise<SeenContexts> {
  const again = new SeenContexts(limit)
  await again.load(store.queries)
  return again
}

describe('the stored contexts', () => {
  it('are those seen last, per environment', () => {
    const seen = new SeenContexts(2)
    for (const user of ['ann', 'bob', 'ann', 'cid']) note(seen, user)
    note(seen, 'dan', 0, { environment: 'test' })
    expect(users(seen)).toEqual(['cid', 'ann'])
    expect(users(seen, 'test')).toEqual(['dan'])
  })

  it('are none where the limit is 0', () => {
    const seen = new SeenContexts(0)
    note(seen, 'ann')
    expect(users(seen)).toEqual([])
  })

  it('are counted per set of requested projects', () => {
    const seen = new SeenContexts(10)
    note(seen, 'ann', 0, { projects: ['b', 'a'] })
    note(seen, 'ann', 0, { projects: ['a', 'b', 'a'] })
    note(seen, 'ann', 0, { projects: ['a', '*'] })
    const found = seen.since('production', EVER)
    expect(found.map(({ projects, count }) => [projects, count])).toEqual([
      [['*'], 1],
      [['a', 'b'], 2],
    ])
    expect(new Set(found.map(({ hash }) => hash)).size).toBe(1)
  })

  it('survive a restart, with how often and when they were seen', async () => {
    const seen = new SeenContexts(10)
    for (const user of ['ann', 'bob', 'ann']) note(seen, user)
    await seen.flush(inTransaction, at(0))
    note(seen, 'ann', 1)
    await seen.flush(inTransaction, at(1))
    const again = await reloaded()
    const told = (one: SeenContexts) =>
      one.since('production', EVER).map(({ order: _order, ...rest }) => rest)
    expect(told(again)).toEqual(told(seen))
    expect(again.since('production', at(0.5)).map(({ context, count }) => [context.userId, count])).toEqual([
      ['ann', 3],
    ])
  })

  it('are deleted when newer ones take their place, and stored again when seen again', async () => {
    const seen = new SeenContexts(1)
    note(seen, 'ann')
    await seen.flush(inTransaction, at(0))
    note(seen, 'bob')
    note(seen, 'ann')
    await seen.flush(inTransaction, at(0))
    expect(users(await reloaded())).toEqual(['ann'])
  })

  it('are deleted a week after they were last seen', async () => {
    const seen = new SeenContexts(10)
    note(seen, 'ann')
    note(seen, 'bob', 1)
    await seen.flush(inTransaction, at(7.5))
    expect(users(seen)).toEqual(['bob'])
    expect(users(await reloaded())).toEqual(['bob'])
  })

  it('are written in small batches', async () => {
    const seen = new SeenContexts(1000)
    for (let n = 0; n < 450; n++) note(seen, `user ${n}`)
    let transactions = 0
    await seen.flush((work) => {
      transactions += 1
      return inTransaction(work)
    }, at(0))
    expect(transactions).toBe(3)
    expect(users(await reloaded(1000))).toHaveLength(450)
  })

  it('are written with the next flush after one that failed', async () => {
    const seen = new SeenContexts(10)
    note(seen, 'ann')
    const failing = (work: (queries: Queries) => Promise<void>) =>
      store.transaction(async (queries) => {
        await work(queries)
        throw new Error('the disk is full')
      })
    await expect(seen.flush(failing, at(0))).rejects.toThrow('the disk is full')
    await seen.flush(inTransaction, at(0))
    expect(users(await reloaded())).toEqual(['ann'])
  })

  it('stay deleted when the deletion comes during a write', async () => {
    const seen = new SeenContexts(10)
    note(seen, 'ann')
    await seen.flush(inTransaction, at(0))
    seen.forget()
    note(seen, 'bob')
    await seen.flush(inTransaction, at(0))
    expect(users(await reloaded())).toEqual(['bob'])
  })
})

describe('the time since which all contexts are kept', () => {
  it('is unknown as long as none was left out', () => {
    const seen = new SeenContexts(10)
    note(seen, 'ann')
    expect(seen.completeSince('production')).toBeUndefined()
  })

  it('is that of the newest context that made room, and survives a restart', async () => {
    const seen = new SeenContexts(2)
    for (const [days, user] of ['ann', 'bob', 'cid'].entries()) note(seen, user, days)
    expect(users(seen)).toEqual(['cid', 'bob'])
    expect(seen.completeSince('production')).toBe(at(0).toISOString())
    expect(seen.completeSince('test')).toBeUndefined()
    await seen.flush(inTransaction, at(2))
    expect((await reloaded(2)).completeSince('production')).toBe(at(0).toISOString())
  })

  it('is that of a context that is too long, or beyond the allowance of its token', () => {
    const seen = new SeenContexts(10, { admits: () => false })
    note(seen, 'x'.repeat(5000), 1)
    expect(seen.completeSince('production')).toBe(at(1).toISOString())
    const call = {
      environment: 'test',
      projects: ['*'],
      context: { userId: 'ann' },
      origin: 'all-flags',
    } as const
    seen.note({ ...call, reporter: 'token', at: at(2) })
    expect(seen.completeSince('test')).toBe(at(2).toISOString())
  })

  it('stays the later one of two processes, and goes with its environment', async () => {
    const [seen, other] = [new SeenContexts(10), new SeenContexts(10)]
    seen.noteGap('production', at(2).toISOString())
    other.noteGap('production', at(1).toISOString())
    await seen.flush(inTransaction, at(2))
    await other.flush(inTransaction, at(2))
    const again = await reloaded()
    expect(again.completeSince('production')).toBe(at(2).toISOString())
    again.noteEvents([{ type: 'environment-deleted', environment: 'production' } as CommittedEvent])
    await again.flush(inTransaction, at(2))
    expect((await reloaded()).completeSince('production')).toBeUndefined()
  })
})

describe('the origin of a context', () => {
  it('tells contexts apart that are alike, with the SDK that sent them last, across a restart', async () => {
    const seen = new SeenContexts(10)
    const call = { environment: 'test', projects: ['*'], context: { userId: 'ann' }, at: at(0) }
    for (const origin of ['all-flags', 'one-flag', 'playground'] as const) seen.note({ ...call, origin })
    for (const sdk of ['unleash-js-sdk:3.0.0', 'x'.repeat(400), undefined])
      seen.note({ ...call, origin: 'all-flags', sdk })
    await seen.flush(inTransaction, at(0))
    const again = (await reloaded()).since('test', EVER)
    expect(again.map(({ origin, count }) => [origin, count]).sort()).toEqual([
      ['all-flags', 4],
      ['one-flag', 1],
      ['playground', 1],
    ])
    expect(again.find(({ origin }) => origin === 'all-flags')?.sdk).toBe('x'.repeat(100))
    expect(new Set(again.map(({ hash }) => hash)).size).toBe(1)
  })
})

describe('a stored context', () => {
  it.each<[EvaluationContext, object]>([
    [
      { userId: 'ann', properties: { b: 1, a: true } },
      { userId: 'ann', properties: { a: 'true', b: '1' } },
    ],
    [{ b: 'x', properties: { a: 'y' } }, { properties: { a: 'y', b: 'x' } }],
    [{ b: 'root', properties: { b: 'property' } }, { properties: { b: 'root' } }],
    [{ properties: { userId: 'ann' } }, { properties: { userId: 'ann' } }],
    [{ properties: { tags: ['x', 1], none: null } }, { properties: { tags: '["x",1]' } }],
    [{ environment: 'production', currentTime: '2026-01-01' }, { properties: {} }],
    [{ environment: 'eu' }, { environment: 'eu', properties: {} }],
    [
      { sessionId: '', remoteAddress: '::1', appName: 'web' },
      { sessionId: '', remoteAddress: '::1', appName: 'web', properties: {} },
    ],
  ])('%j: %j', (context, normal) => {
    const found = normaliseContext(context, 'production')
    expect(found).toEqual(normal)
    expect(Object.keys(found.properties)).toEqual(Object.keys(found.properties).sort())
  })
})
