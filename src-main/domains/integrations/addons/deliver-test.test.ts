import { afterEach, beforeEach, expect, it } from 'vitest'

import { Outbound } from '#kernel/outbound.ts'
import { PATIENCE_MS } from '#support/runner/patience.ts'
import { startRecordingServer, type RecordingServer } from '#support/stand-ins/recording-server.ts'
import { systemIds } from '#kernel/ids.ts'
import { deliverTest } from './deliver-test.ts'
import { testEventFor } from './test-event.ts'

const event = testEventFor(
  { events: [], projects: [], environments: [] },
  {
    caller: { requestId: 'r', actor: { kind: 'user', id: 1, username: 'ann' } },
    now: new Date('2026-11-21T12:00:00Z'),
    ids: systemIds,
  },
)

const outbound = new Outbound({ allowPrivate: true, allowList: [] })
let receiver: RecordingServer

beforeEach(async () => {
  receiver = await startRecordingServer(() => undefined)
})

afterEach(() => receiver.stop())

const send = (timeoutMs: number, signal: AbortSignal, provider = 'webhook') =>
  deliverTest(
    { provider, parameters: { url: `${receiver.url}/hook`, defaultChannel: 'a,b,c' } },
    event,
    { outbound: outbound.within({ timeoutMs }) },
    signal,
  )

it('a test of an integration waits for an answer up to its time limit, and reports the timeout', async () => {
  expect(await send(200, new AbortController().signal)).toMatchObject({
    state: 'failed',
    stateDetails: '127.0.0.1 did not answer in time.',
    requests: [{ status: null, answer: null, problem: '127.0.0.1 did not answer in time.' }],
  })
})

it('a test of an integration sends to all channels at the same time', async () => {
  await receiver.stop()
  let answerAll = (): void => undefined
  const haveCome = new Promise<void>((resolve) => (answerAll = resolve))
  // no request is answered before all of them have come
  receiver = await startRecordingServer(async () => {
    if (receiver.seen.length === 3) answerAll()
    await haveCome
    return { status: 200 }
  })
  const { requests } = await send(PATIENCE_MS, new AbortController().signal, 'slack')
  expect(requests).toMatchObject(['a', 'b', 'c'].map((channel) => ({ channel, status: 200 })))
})

it('a test of an integration ends when it is cancelled', async () => {
  const ending = new AbortController()
  const sending = send(10_000, ending.signal)
  await expect.poll(() => receiver.seen.length).toBe(1)
  ending.abort()
  await expect(sending).rejects.toThrow('aborted')
})

it('a test of an integration sends nothing to a forbidden address, whatever was checked before', async () => {
  const target = { provider: 'webhook', parameters: { url: `${receiver.url}/hook` } }
  const terms = { outbound: new Outbound({ allowPrivate: false, allowList: [] }, { timeoutMs: 1000 }) }
  const { stateDetails } = await deliverTest(target, event, terms, new AbortController().signal)
  expect(stateDetails).toBe('127.0.0.1 leads into a private network, and is not allowed to.')
  expect(receiver.seen).toEqual([])
})
