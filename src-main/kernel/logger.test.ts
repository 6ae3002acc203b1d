import { expect, it } from 'vitest'

import { EventBus } from './event-bus.ts'
import { createLogger, type LogLevel } from './logger.ts'
import { inSpan } from './tracing/in-span.ts'
import type { Span, Tracer } from './tracing/span.ts'

function captured(level: LogLevel) {
  const lines: string[] = []
  const logger = createLogger(level, { write: (line: string) => void lines.push(line) })
  return { logger, lines }
}

it('the last lines of the log are kept for a bug report, with their secrets masked', () => {
  const { logger } = captured('info')
  for (let n = 0; n < 400; n++) logger.info({ n, token: 'hunter2' }, 'said')
  logger.info({ long: 'x'.repeat(10_000) }, 'much')
  const recent = logger.recent?.() ?? []
  expect(recent).toHaveLength(300)
  expect(recent.join('')).not.toContain('hunter2')
  expect(JSON.parse(recent.at(-2) ?? '')).toMatchObject({ n: 399, msg: 'said' })
  expect(recent.at(-1)).toMatch(/^\{"msg":"\d+ characters, left out"\}$/)
})

it.each(['authorization', 'cookie', 'password', 'secret', 'token'])('the log never holds a %s', (name) => {
  const { logger, lines } = captured('debug')
  logger.info({ [name]: 'hunter2', headers: { [name]: 'hunter2' }, other: 'said' }, 'a call')
  logger.child({ [name]: 'hunter2' }).warn({}, 'a child')
  expect(lines.join('')).not.toContain('hunter2')
  expect(lines[0]).toContain('"other":"said"')
  expect(lines[0]).toContain('"level":"info"')
})

it.each([
  `*:*.${'0f'.repeat(28)}`,
  `default:development.${'0f'.repeat(28)}`,
  `[]:production.${'0f'.repeat(28)}`,
  '*:*.chosen-by-an-admin-at-start',
  `user:${'0f'.repeat(28)}`,
  '0f'.repeat(32),
])('the log never holds a secret of the form %s, in any position', (secret) => {
  const { logger, lines } = captured('debug')
  const error = new Error(`no row for '${secret}'`)
  logger.error(
    { err: error, path: `/x/${secret}`, list: [secret], nested: { a: { b: secret } } },
    `lost ${secret}`,
  )
  expect(lines.join('')).not.toContain(secret)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    list: [expect.stringContaining('[redacted]')],
  })
})

it('the log leaves times, ports, ids and versions unchanged', () => {
  const { logger, lines } = captured('debug')
  const fields = {
    at: '2026-11-21T12:00:00.000Z',
    url: 'http://localhost:4242/api/admin/projects/default',
    requestId: '8b0a4b5e-6ad5-4c0e-9b56-5d6c1f1f9d8c',
    sdk: 'unleash-client-node:6.9.6',
    where: 'file:///work/src-main/kernel/logger.ts:12:5',
    module: 'node:internal/process/task_queues:103:5',
  }
  logger.info(fields, 'as it is')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject(fields)
})

it('a line that belongs to a trace names it', async () => {
  const { logger, lines } = captured('info')
  const tracer: Tracer = { begin: () => span }
  const span: Span = {
    tracer,
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    isEnded: false,
    headers: () => ({}),
    rename: () => {},
    set: () => {},
    fail: () => {},
    end: () => {},
  }
  const ids = await inSpan('work', { tracer }, async (running) => {
    logger.child({ job: 'x' }).info({ n: 1 }, 'within')
    return { trace_id: running?.traceId, span_id: running?.spanId }
  })
  logger.info({}, 'outside')
  const [within, outside] = lines.map((line) => JSON.parse(line) as object)
  expect(within).toMatchObject({ ...ids, n: 1, job: 'x', msg: 'within' })
  expect(Object.keys(outside ?? {}).sort()).toEqual(['level', 'msg', 'time'])
})

it('a log level hides the levels below it', () => {
  const { logger, lines } = captured('warn')
  logger.info({}, 'hidden')
  logger.error({}, 'shown')
  expect(lines).toHaveLength(1)
})

it('a log listener that throws does not stop the others', () => {
  const { logger, lines } = captured('error')
  const bus = new EventBus(logger)
  const heard: number[] = []
  bus.subscribe(() => {
    throw new Error('deaf')
  })
  const off = bus.subscribe((events) => heard.push(events.length))
  bus.publish([])
  off()
  bus.publish([])
  expect(heard).toEqual([0])
  expect(lines.join('')).toContain('deaf')
})
