import { describe, expect, it } from 'vitest'

import { FakeClock } from '../../../test/support/fake-clock.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { checkOrigin } from './local-guard.ts'
import { RateLimiter, TooManyRequests } from './rate-limit.ts'

const perMinute = (name: string, calls: number) => ({ name, calls, seconds: 60 })

describe('the rate limit', () => {
  it('counts by operation and address, says what is left, and begins anew each minute', () => {
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

  it('is shared by what names the same', () => {
    const limiter = new RateLimiter(new FakeClock())
    limiter.count(perMinute('sdk', 5), 'a')
    expect(limiter.count(perMinute('sdk', 5), 'a')).toMatchObject({ 'ratelimit-remaining': '3' })
    expect(limiter.count(perMinute('search', 5), 'a')).toMatchObject({ 'ratelimit-remaining': '4' })
  })

  it('tells when to come again', () => {
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

  it('does not keep the addresses of long ago', () => {
    const clock = new FakeClock()
    const limiter = new RateLimiter(clock)
    const login = perMinute('login', 1)
    for (let address = 0; address < 10_000; address++) limiter.count(login, String(address))
    clock.advance(60_000)
    expect(limiter.count(login, 'again')).toMatchObject({ 'ratelimit-remaining': '0' })
  })
})

describe('the guard of Host and Origin', () => {
  const ours = 'localhost:4242'
  it.each([
    ['localhost', undefined, [], false, true],
    ['LOCALHOST:4242', undefined, [], false, true],
    ['127.0.0.1:4242', undefined, [], false, true],
    ['[::1]:4242', undefined, [], false, true],
    ['evil.example', undefined, [], false, false],
    ['localhost.evil.example', undefined, [], false, false],
    [undefined, undefined, [], false, false],
    ['flags.example', undefined, ['flags.example'], false, true],
    ['any.example', undefined, ['*'], false, true],
    [ours, 'http://localhost:4242', [], false, true],
    [ours, 'http://localhost:3000', [], false, false],
    [ours, 'https://evil.example', [], false, false],
    [ours, 'null', [], false, false],
    [ours, 'https://evil.example', [], true, true],
    ['evil.example', 'https://evil.example', [], true, false],
  ])(
    'Host %s, Origin %s, allowed %j, any origin %s: %s',
    (host, origin, allowedHosts, anyOrigin, allowed) => {
      const check = () => checkOrigin({ host, origin }, { allowedHosts }, anyOrigin)
      if (allowed) expect(check).not.toThrow()
      else expect(check).toThrow(/does not answer for the host|may not use this service/)
    },
  )
})

describe('CORS', () => {
  it.each([
    ['https://a.example', [], '*'],
    ['https://a.example', ['*'], '*'],
    ['https://a.example', ['https://a.example'], 'https://a.example'],
    ['https://b.example', ['https://a.example'], undefined],
    [undefined, ['https://a.example'], undefined],
  ])('a page of %s where %j may: %s', (origin, allowed, expected) => {
    expect(corsHeaders(origin, allowed)['access-control-allow-origin']).toBe(expected)
  })

  it('answers a preflight with what was asked for', () => {
    expect(preflightHeaders('authorization,x-custom')).toMatchObject({
      'access-control-allow-headers': 'authorization,x-custom',
      'access-control-max-age': '86400',
    })
    expect(preflightHeaders(undefined)).not.toHaveProperty('access-control-allow-headers')
  })
})
