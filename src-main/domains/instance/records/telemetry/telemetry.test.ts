import { afterEach, beforeEach, expect, it } from 'vitest'

import { logLines } from '../../../../../test/support/log-lines.ts'
import {
  startRecordingServer,
  type RecordingServer,
  type Served,
} from '../../../../../test/support/recording-server.ts'
import { systemClock } from '../../../../kernel/clock.ts'
import { Outbound } from '../../../../kernel/outbound.ts'
import { Telemetry } from './telemetry.ts'

const outbound = new Outbound({ allowPrivate: true, allowList: [] })
let answer: Served | undefined
let collector: RecordingServer
beforeEach(async () => {
  answer = { status: 200, body: {} }
  collector = await startRecordingServer(() => answer)
})
afterEach(() => collector.stop())

function tracedTo(url: string, given: { isProtobuf?: boolean; isPacked?: boolean } = {}) {
  const { logger, lines } = logLines()
  const receiver = { url, headers: { 'x-key': 'hunter2' }, isProtobuf: false, isPacked: false, ...given }
  const traces = { ...receiver, timeoutMs: 5000, delayMs: 1, sampler: 'always_on', ratio: 1 } as const
  const sources = { clock: systemClock, logger, figures: async () => [], outbound }
  const telemetry = new Telemetry({ resource: {}, version: '1', traces, metrics: undefined }, sources)
  const read = () => lines.map((line) => JSON.parse(line) as { msg: string; problem?: string })
  return { telemetry, read, lines, send: (name: string) => telemetry.tracer?.begin(name).end() }
}

it.each([
  [false, 'application/json'],
  [true, 'application/x-protobuf'],
])('spans are sent packed, with protobuf: %j', async (isProtobuf, type) => {
  answer = { status: 200 }
  const { telemetry, send, lines } = tracedTo(`${collector.url}/v1/traces`, { isProtobuf, isPacked: true })
  send('a span')
  await telemetry.close()
  const [request] = collector.seen
  expect(request).toMatchObject({ method: 'POST', path: '/v1/traces' })
  expect(request?.headers).toMatchObject({
    'content-type': type,
    'content-encoding': 'gzip',
    'x-key': 'hunter2',
  })
  expect(request?.body).toContain('a span')
  expect(lines).toEqual([])
})

it('a collector that fails is logged once, and again when it works, without secrets and answers', async () => {
  const { telemetry, send, read, lines } = tracedTo(collector.url)
  answer = { status: 400, body: { message: 'hunter2' } }
  for (const count of [1, 2]) {
    send('refused')
    await expect.poll(() => collector.seen.length).toBe(count)
  }
  await expect.poll(() => read().length).toBe(1)
  answer = { status: 200, body: {} }
  send('accepted')
  await expect.poll(() => read().length).toBe(2)
  await telemetry.close()
  expect(read()).toEqual([
    expect.objectContaining({ level: 'warn', telemetry: 'traces', problem: 'The collector answers 400.' }),
    expect.objectContaining({ level: 'info', telemetry: 'traces' }),
  ])
  expect(lines.join('')).not.toContain('hunter2')
})

it('a collector that accepts a part says why', async () => {
  answer = { status: 200, body: { partialSuccess: { rejectedSpans: 1, errorMessage: 'too old' } } }
  const { telemetry, send, lines } = tracedTo(collector.url)
  send('old')
  await telemetry.close()
  expect(lines.join('')).toContain('too old')
})

it('a collector that never answers does not hold up the end', async () => {
  answer = undefined
  const { telemetry, send, read } = tracedTo(collector.url)
  send('lost')
  await telemetry.close()
  expect(read()).toEqual([
    expect.objectContaining({ level: 'warn', problem: expect.stringContaining('in time') as string }),
  ])
})
