import { afterAll, beforeAll, expect, it } from 'vitest'

import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import type { HttpExchange } from '#kernel/request-watch.ts'
import { openStore } from '#store/open-store.ts'
import type { Store } from '#store/store.ts'
import { JudgedCalls } from './judged-calls.ts'

const AT = new Date('2026-11-21T12:00:00.000Z')
const temp = await makeTempPlace()
let store: Store

beforeAll(async () => {
  store = await openStore({ ...temp.at, wasm, now: () => AT })
})

afterAll(async () => {
  await store.close()
  await temp.remove()
})

const clock = { now: () => AT, elapsed: () => 0 }

const call = (username: string, url = '/edge/metrics') =>
  ({
    request: { method: 'POST', url, headers: {} },
    actor: { kind: 'user', id: 1, username },
    isAdmitted: true,
    status: 404,
    contract: '7.6.5',
  }) as const

function ofSdk(headers: Record<string, string>): HttpExchange {
  const operation = OPERATIONS.find(({ operationId }) => operationId === 'getAllClientFeatures')
  if (!operation) throw new Error('the operation is gone')
  return {
    request: { method: 'GET', url: '/api/client/features', headers },
    operation,
    actor: { kind: 'backend-token', username: 'shared', environment: 'development', projects: ['*'] },
    isAdmitted: true,
    status: 200,
    contract: '7.6.5',
  }
}

const flush = (calls: JudgedCalls) => calls.flush((work) => store.transaction(work))

async function afterRestart(): Promise<[string, number][]> {
  const calls = new JudgedCalls(clock)
  await calls.load(store.queries)
  return calls.all().map(({ caller, count }) => [caller, count])
}

it('judged calls survive a restart and are counted on', async () => {
  const calls = new JudgedCalls(clock)
  calls.note(call('ann'))
  calls.note(call('ann'))
  calls.note(call('bob', '/api/client/metrics'))
  await flush(calls)
  expect(await afterRestart()).toEqual([['ann', 2]])
  calls.note(call('ann'))
  await flush(calls)
  expect(await afterRestart()).toEqual([['ann', 3]])
})

it('a call counted during a write is written with the next flush', async () => {
  const calls = new JudgedCalls(clock)
  calls.note(call('eve'))
  await calls.flush(async (work) => {
    calls.note(call('eve'))
    await store.transaction(work)
    calls.note(call('eve'))
  })
  await flush(calls)
  expect(await afterRestart()).toContainEqual(['eve', 3])
})

it('a write of judged calls that failed is retried', async () => {
  const calls = new JudgedCalls(clock)
  calls.note(call('dan'))
  await expect(calls.flush(() => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
  await flush(calls)
  expect(await afterRestart()).toContainEqual(['dan', 1])
})

it('deleted calls do not come back', async () => {
  const calls = new JudgedCalls(clock)
  await calls.load(store.queries)
  calls.forget()
  await flush(calls)
  expect(await afterRestart()).toEqual([])
})

it('calls deleted during the deletion of earlier ones do not come back', async () => {
  const calls = new JudgedCalls(clock)
  calls.note(call('joe'))
  await flush(calls)
  calls.forget()
  let isFirst = true
  await calls.flush(async (work) => {
    await store.transaction(work)
    if (isFirst) calls.forget()
    isFirst = false
    await store.transaction((queries) =>
      queries
        .insertInto('judged_calls')
        .values({
          id: 'late',
          subject: 'x',
          caller: 'joe',
          caller_kind: 'user',
          count: 1,
          first_seen: '',
          last_seen: '',
          method: 'GET',
        })
        .execute()
        .then(() => undefined),
    )
  })
  await flush(calls)
  expect(await afterRestart()).toEqual([])
})

it('calls after a deletion are counted from zero', () => {
  const calls = new JudgedCalls(clock)
  calls.note(call('ann'))
  calls.note(call('ann'))
  calls.forget()
  calls.note(call('ann'))
  expect(calls.all()).toMatchObject([{ caller: 'ann', count: 1 }])
})

it('a bounded number of callers is kept apart', () => {
  const calls = new JudgedCalls(clock)
  for (let index = 0; index < 2100; index++) calls.note(call(`user-${index}`))
  expect(calls.all()).toHaveLength(2000)
})

it('programs that share a token are kept apart, also many of them with any names', () => {
  const calls = new JudgedCalls(clock)
  const programs = Array.from({ length: 40 }, (_, n) => ({
    'unleash-appname': `app-${n}`,
    'unleash-sdk': `unleash-client-node:5.0.${n}${n === 7 ? '-'.repeat(400) : ''}`,
  }))
  for (let time = 0; time < 3; time++)
    for (const headers of programs) calls.note(ofSdk({ ...headers, 'user-agent': `Browser/${time}` }))
  expect(calls.all().map(({ appName, sdk, count }) => [appName, sdk, count])).toEqual(
    programs.map((program) => [program['unleash-appname'], program['unleash-sdk'].slice(0, 100), 3]),
  )
})

it('programs without an SDK name are kept apart by their user agent', () => {
  const calls = new JudgedCalls(clock)
  for (const agent of [
    'unleash-client-go/4.5.0',
    'unleash-client-go/5.0.0',
    'unleash-client-go/4.5.0',
    'curl/8',
  ])
    calls.note(ofSdk({ 'user-agent': agent }))
  expect(calls.all().map(({ sdk, count }) => [sdk, count])).toEqual([
    ['unleash-client-go/4.5.0', 2],
    ['unleash-client-go/5.0.0', 1],
  ])
})

it('at most 100 rejected anonymous callers are kept apart', () => {
  const calls = new JudgedCalls(clock)
  for (let index = 0; index < 200; index++)
    calls.note({
      ...ofSdk({ 'unleash-appname': `app-${index}` }),
      actor: { kind: 'anonymous' },
      isAdmitted: false,
      status: 401,
    })
  expect(calls.all()).toHaveLength(100)
  calls.note(call('ann'))
  expect(calls.all()).toHaveLength(101)
})
