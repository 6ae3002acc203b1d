import { describe, expect, it } from 'vitest'

import { isDueSoon, minutesUntil, turnOf, wayBackTitle } from './due-soon.ts'

const NOW = new Date('2026-11-24T12:00:00.000Z')
const after = (ms: number) => new Date(NOW.getTime() + ms).toISOString()
const MINUTE = 60_000

describe('a scheduled change', () => {
  it.each([
    ['pending', 60 * MINUTE, true],
    ['pending', 60 * MINUTE + 1, false],
    ['pending', -MINUTE, true],
    ['failed', MINUTE, false],
    ['suspended', MINUTE, false],
  ] as const)('that is %s and due in %i ms is announced: %s', (status, ms, expected) => {
    expect(isDueSoon({ status, scheduledAt: after(ms) }, NOW)).toBe(expected)
  })

  it('is none without a schedule', () => expect(isDueSoon(undefined, NOW)).toBe(false))

  it.each([
    [14 * MINUTE, 'in 14 minutes'],
    [MINUTE, 'in 1 minute'],
    [20_000, 'in less than a minute'],
    [-MINUTE, 'in less than a minute'],
  ])('in %i ms is due %s', (ms, words) => expect(minutesUntil(after(ms), NOW)).toBe(words))
})

describe('a turn of a flag', () => {
  const turn = (enabled: boolean) => ({ id: 1, action: 'updateEnabled' as const, payload: { enabled } })
  const request = (title: string, ...changes: ReturnType<typeof turn>[]) =>
    ({ title, features: [{ name: 'checkout', changes }] }) as unknown as Parameters<typeof turnOf>[0]

  it('is the way back if the request was made for that', () => {
    expect(turnOf(request(wayBackTitle('checkout', false), turn(false)), 'checkout')).toEqual({
      enabled: false,
      isBack: true,
    })
    expect(turnOf(request('Night', turn(false)), 'checkout')).toEqual({ enabled: false, isBack: false })
  })

  it('is not told of another flag, or among other changes', () => {
    expect(turnOf(request('Night', turn(false)), 'search')).toBeUndefined()
    expect(turnOf(request('Night', turn(false), turn(true)), 'checkout')).toBeUndefined()
  })
})
