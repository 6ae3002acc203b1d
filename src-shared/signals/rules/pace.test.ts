import { describe, expect, it } from 'vitest'

import { executionsToKnow, retryAt, skipOf } from './index.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
/** Instants before now. */
const ago = (...minutes: number[]) =>
  minutes.map((one) => new Date(NOW.getTime() - one * 60_000).toISOString())
const inMinutes = (minutes: number) => ago(-minutes)[0]

describe('the pace of an action set', () => {
  it.each([
    ['no rules', { coolDownMinutes: 0, maxPerHour: null }, ago(0, 0, 0), null],
    ['nothing executed yet', { coolDownMinutes: 10, maxPerHour: 1 }, [], null],
    ['within the cool-down', { coolDownMinutes: 10, maxPerHour: null }, ago(9), ['cool-down', inMinutes(1)]],
    ['at the end of the cool-down', { coolDownMinutes: 10, maxPerHour: null }, ago(10), null],
    [
      'as many as an hour may have',
      { coolDownMinutes: 0, maxPerHour: 2 },
      ago(5, 50),
      ['hourly', inMinutes(10)],
    ],
    ['one less', { coolDownMinutes: 0, maxPerHour: 2 }, ago(50), null],
    ['the oldest is an hour ago', { coolDownMinutes: 0, maxPerHour: 2 }, ago(5, 60), null],
    ['both, the hour longer', { coolDownMinutes: 10, maxPerHour: 1 }, ago(5), ['hourly', inMinutes(55)]],
    [
      'both, the cool-down longer',
      { coolDownMinutes: 90, maxPerHour: 1 },
      ago(5),
      ['cool-down', inMinutes(85)],
    ],
    [
      'the clock was set back',
      { coolDownMinutes: 10, maxPerHour: null },
      ago(-5),
      ['cool-down', inMinutes(15)],
    ],
  ])('%s', (_case, pace, former, expected) => {
    const skip = skipOf(pace, former, NOW)
    expect(skip && [skip.reason, skip.until]).toEqual(expected)
  })

  it.each([
    [{ coolDownMinutes: 0, maxPerHour: null }, 0],
    [{ coolDownMinutes: 5, maxPerHour: null }, 1],
    [{ coolDownMinutes: 5, maxPerHour: 7 }, 7],
  ])('%o looks at %i former executions', (pace, expected) => {
    expect(executionsToKnow(pace)).toBe(expected)
  })
})

it('the wait before a retry doubles, and ends with the number of retries', () => {
  const rules = { retries: 3, retryAfterSeconds: 60 }
  expect([1, 2, 3, 4].map((retry) => retryAt(rules, retry, NOW))).toEqual([
    inMinutes(1),
    inMinutes(2),
    inMinutes(4),
    null,
  ])
  expect(retryAt({ retries: 0, retryAfterSeconds: 60 }, 1, NOW)).toBeNull()
})
