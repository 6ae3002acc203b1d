import { afterAll, beforeAll, expect, it } from 'vitest'

import { makeTempFolder } from '../../../test/support/temp-folder.ts'
import { wasm } from '../../../test/support/wasm.ts'
import { OPERATIONS } from '../../../src-shared/contract/index.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { JudgedCalls } from './judged-calls.ts'

const AT = new Date('2026-11-21T12:00:00.000Z')
const temp = makeTempFolder()
let store: Store
beforeAll(async () => {
  store = await openStore({ dataDir: temp.folder, wasm, now: () => AT })
})
afterAll(async () => {
  await store.close()
  temp.remove()
})

const clock = { now: () => AT }
const call = (username: string, url = '/edge/metrics') =>
  ({
    request: { method: 'POST', url, headers: {} },
    actor: { kind: 'user', id: 1, username },
    isAdmitted: true,
    status: 404,
    contract: '7.6.5',
  }) as const
const flush = (calls: JudgedCalls) => calls.flush((work) => store.transaction(work))
async function afterRestart(): Promise<[string, number][]> {
  const calls = new JudgedCalls(clock)
  await calls.load(store.queries)
  return calls.all().map(({ caller, count }) => [caller, count])
}

it('what was noted is there after a restart, and counted on', async () => {
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

it('what is counted while it is being written is written with the next flush', async () => {
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

it('what could not be written is tried again', async () => {
  const calls = new JudgedCalls(clock)
  calls.note(call('dan'))
  await expect(calls.flush(() => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
  await flush(calls)
  expect(await afterRestart()).toContainEqual(['dan', 1])
})

it('what is forgotten does not come back', async () => {
  const calls = new JudgedCalls(clock)
  await calls.load(store.queries)
  calls.forget()
  await flush(calls)
  expect(await afterRestart()).toEqual([])
})

it('what is forgotten while the former is being forgotten does not come back either', async () => {
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

it('keeps a bounded number of callers apart', () => {
  const calls = new JudgedCalls(clock)
  for (let index = 0; index < 2100; index++) calls.note(call(`user-${index}`))
  expect(calls.all()).toHaveLength(2000)
})

it('keeps few of those apart who do not say who they are', () => {
  const calls = new JudgedCalls(clock)
  const operation = OPERATIONS.find(({ operationId }) => operationId === 'getAllClientFeatures')
  if (!operation) throw new Error('the operation is gone')
  for (let index = 0; index < 200; index++)
    calls.note({
      request: { method: 'GET', url: '/api/client/features', headers: { 'unleash-appname': `app-${index}` } },
      operation,
      actor: { kind: 'anonymous' },
      isAdmitted: false,
      status: 401,
      contract: '7.6.5',
    })
  expect(calls.all()).toHaveLength(100)
  calls.note(call('ann'))
  expect(calls.all()).toHaveLength(101)
})
