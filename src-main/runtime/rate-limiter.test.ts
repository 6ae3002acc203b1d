import { describe, expect, it } from 'vitest'

import { FakeClock } from '#support/service/fake-clock.ts'
import { RateLimiter, TooManyRequests } from './rate-limiter.ts'

const DAY_MS = 86_400_000
const perMinute = (name: string, calls: number) => ({ name, calls, seconds: 60 })

describe('the rate limit', () => {
  it('counts by operation and address, returns what is left, and starts again each minute', () => {
    const clock = new FakeClock()
    const limiter = new RateLimiter(clock)
    const login = perMinute('login', 2)
    expect(limiter.count(login, 'a')).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1' })
    clock.advance(20_000)
    expect(limiter.count(login, 'a')).toMatchObject({ 'ratelimit-remaining': '0', 'ratelimit-reset': '40' })
    expect(() => limiter.count(login, 'a')).toThrow(TooManyRequests)
    expect(limiter.count(login, 'b')).toMatchObject({ 'ratelimit-remaining': '1' })
    expect(limiter.count(undefined, 'a')).toEqual({})
    clock.advance(40_000)
    expect(limiter.count(login, 'a')).toMatchObject({ 'ratelimit-remaining': '1' })
  })

  it('is shared by operations with the same limit name', () => {
    const limiter = new RateLimiter(new FakeClock())
    limiter.count(perMinute('sdk', 5), 'a')
    expect(limiter.count(perMinute('sdk', 5), 'a')).toMatchObject({ 'ratelimit-remaining': '3' })
    expect(limiter.count(perMinute('search', 5), 'a')).toMatchObject({ 'ratelimit-remaining': '4' })
  })

  it('returns when to retry', () => {
    const clock = new FakeClock()
    const limiter = new RateLimiter(clock)
    const login = perMinute('login', 0)
    const refusal = (() => {
      try {
        return limiter.count(login, 'a')
      } catch (error) {
        return error
      }
    })()
    expect(refusal).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60', 'ratelimit-remaining': '0' },
    })
  })

  it('follows elapsed time, whatever the wall clock is set to', () => {
    const clock = new FakeClock()
    const limiter = new RateLimiter(clock)
    const login = perMinute('login', 1)
    clock.jump(DAY_MS)
    limiter.count(login, 'a')
    clock.jump(-DAY_MS)
    clock.advance(60_000)
    expect(limiter.count(login, 'a')).toMatchObject({ 'ratelimit-remaining': '0', 'ratelimit-reset': '60' })
    clock.jump(DAY_MS)
    expect(() => limiter.count(login, 'a')).toThrow(TooManyRequests)
  })

  it('with very many clients does not evict the clients of another limit', () => {
    const limiter = new RateLimiter(new FakeClock())
    limiter.count(perMinute('login', 1), 'a')
    for (let client = 0; client < 30_000; client++) limiter.count(perMinute('signals', 1), String(client))
    expect(() => limiter.count(perMinute('login', 1), 'a')).toThrow(TooManyRequests)
  })

  it('keeps a client that keeps coming, however many others come', () => {
    const limiter = new RateLimiter(new FakeClock())
    const login = perMinute('login', 1)
    limiter.count(login, 'a')
    for (let client = 0; client < 30_000; client++) {
      limiter.count(login, String(client))
      if (client % 1000 === 0) expect(() => limiter.count(login, 'a')).toThrow(TooManyRequests)
    }
  })

  describe('of one a second', () => {
    const signal = { name: 'signals', calls: 1, seconds: 1 }
    /** Counts requests at the given times. Returns the times of the refused ones. */
    const refusedOf = (times: number[]) => {
      const clock = new FakeClock()
      const limiter = new RateLimiter(clock)
      let now = 0
      return times.filter((time) => {
        clock.advance(time - now)
        now = time
        try {
          limiter.count(signal, 'a')
          return false
        } catch {
          return true
        }
      })
    }

    it('never refuses a sender with a timer of a second, early or late', () => {
      const early = Array.from({ length: 500 }, (_, index) => index * 999)
      const uneven = Array.from({ length: 500 }, (_, index) => index * 1000 + ((index * 137) % 400))
      expect([refusedOf(early), refusedOf(uneven)]).toEqual([[], []])
    })

    it('refuses bursts, and lets through no more than one a second of what comes faster', () => {
      expect(refusedOf([0, 1, 400, 1000, 1001])).toEqual([1, 400, 1001])
      const often = Array.from({ length: 10_000 }, (_, index) => index * 10)
      expect(often.length - refusedOf(often).length).toBeLessThanOrEqual(101)
    })
  })

  it('counts only failures where successes are refunded', () => {
    const limiter = new RateLimiter(new FakeClock())
    const login = perMinute('login', 1)
    for (let attempt = 0; attempt < 3; attempt++) {
      limiter.count(login, 'a')
      limiter.refund(login, 'a')
    }
    limiter.count(login, 'a')
    expect(() => limiter.count(login, 'a')).toThrow(TooManyRequests)
  })
})
