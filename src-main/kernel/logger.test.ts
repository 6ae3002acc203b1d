import { expect, it } from 'vitest'

import { EventBus } from './event-bus.ts'
import { createLogger, type LogLevel } from './logger.ts'

function captured(level: LogLevel) {
  const lines: string[] = []
  const logger = createLogger(level, { write: (line: string) => void lines.push(line) })
  return { logger, lines }
}

it.each(['authorization', 'cookie', 'password', 'secret', 'token'])('a log never holds a %s', (name) => {
  const { logger, lines } = captured('debug')
  logger.info({ [name]: 'hunter2', headers: { [name]: 'hunter2' }, other: 'said' }, 'a call')
  logger.child({ [name]: 'hunter2' }).warn({}, 'a child')
  expect(lines.join('')).not.toContain('hunter2')
  expect(lines[0]).toContain('"other":"said"')
  expect(lines[0]).toContain('"level":"info"')
})

it('a level hides what is below it', () => {
  const { logger, lines } = captured('warn')
  logger.info({}, 'hidden')
  logger.error({}, 'shown')
  expect(lines).toHaveLength(1)
})

it('a listener that fails does not keep the others from hearing', () => {
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
