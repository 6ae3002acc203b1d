import { describe, expect, it } from 'vitest'

import { FakeClock } from '../../../../../test/support/fake-clock.ts'
import { systemIds } from '../../../../kernel/ids.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { RateLimiter, TooManyRequests } from '../../../../kernel/rate-limiter.ts'
import { SignInLimits } from './sign-in-limits.ts'
import { SignInLinks } from './sign-in-links.ts'

describe('a sign-in link', () => {
  it('works once', () => {
    const links = new SignInLinks(new FakeClock(), systemIds)
    const [one, other] = [links.issue(), links.issue()]
    expect([links.redeem('guess'), links.redeem(one), links.redeem(one), links.redeem(other)]).toEqual([
      false,
      true,
      false,
      true,
    ])
  })

  it('works for an hour', () => {
    const clock = new FakeClock()
    const links = new SignInLinks(clock, systemIds)
    const secret = links.issue()
    clock.advance(59 * 60_000)
    const late = links.issue()
    clock.advance(60_000)
    expect([links.redeem(secret), links.redeem(late)]).toEqual([false, true])
  })
})

describe('the limit of failed sign-ins', () => {
  const limitsOf = () => new SignInLimits(new RateLimiter(new FakeClock()))

  it.each([
    ['an IPv4 /24', (n: number) => `198.51.100.${n}`],
    ['an IPv6 /48', (n: number) => `2001:db8:1:${n.toString(16)}::1`],
    ['this machine', (n: number) => `127.0.${n}.1`],
  ])('attack C2: applies to %s, for any account', (_name, ipOf) => {
    const limits = limitsOf()
    for (let n = 0; n < 60; n++) limits.attempt({ ip: ipOf(n) }, `user${n}`)
    expect(() => limits.attempt({ ip: ipOf(60) }, 'another')).toThrow(TooManyRequests)
    expect(() => limits.attempt({ ip: '203.0.113.1' }, 'another')).not.toThrow()
  })

  it('attack C2: applies to an account in every spelling of its name', () => {
    const limits = limitsOf()
    for (let n = 0; n < 20; n++) limits.attempt({ ip: `198.${n}.100.7` }, n % 2 ? 'ann' : ' ANN ')
    expect(() => limits.attempt({ ip: '203.0.113.1' }, 'Ann')).toThrow(TooManyRequests)
    expect(() => limits.attempt({ ip: '203.0.113.1' }, 'bob')).not.toThrow()
  })

  it('attack C2: does not count successful sign-ins', () => {
    const limits = limitsOf()
    for (let n = 0; n < 200; n++) limits.attempt({ ip: '198.51.100.7' }, 'ann')()
    expect(() => limits.attempt({ ip: '198.51.100.7' }, 'ann')).not.toThrow()
  })
})

describe('a password', () => {
  it('is stored as an unreadable hash, different each time', async () => {
    const [one, two] = await Promise.all([hashPassword('hunter2'), hashPassword('hunter2')])
    expect(one).not.toContain('hunter2')
    expect(one).not.toBe(two)
    expect(await verifyPassword('hunter2', one)).toBe(true)
    expect(await verifyPassword('hunter3', one)).toBe(false)
  })

  it('matches in every Unicode composition of its letters', async () => {
    expect(await verifyPassword('pa\u0308ss', await hashPassword('p\u00e4ss'))).toBe(true)
  })

  it.each([null, '', 'bcrypt$x', 'scrypt$1'])('does not match the stored %j', async (stored) => {
    expect(await verifyPassword('', stored)).toBe(false)
  })
})
