import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { FakeClock } from '#support/service/fake-clock.ts'
import { openTempStore } from '#support/runner/temp-store.ts'
import { systemIds } from '#kernel/ids.ts'
import { sealerOf } from '#kernel/sealer.ts'
import { KnownBrowsers } from './known-browsers.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { RateLimiter, TooManyRequests } from '#runtime/rate-limiter.ts'
import { SignInLimits } from './sign-in-limits.ts'
import { SignInLinks } from './sign-in-links.ts'

const sealerWith = (byte: number) => {
  const key = Buffer.alloc(32, byte)
  return sealerOf({ current: () => key, all: () => [key] })
}

describe('a sign-in link', () => {
  let temp: Awaited<ReturnType<typeof openTempStore>>
  beforeAll(async () => (temp = await openTempStore()))
  afterAll(() => temp.close())
  const redeem = (clock: FakeClock, links: SignInLinks, secrets: string[]) =>
    temp.store.transaction(async (queries) => {
      const outcomes: boolean[] = []
      for (const secret of secrets) outcomes.push(await links.redeem(queries, secret, clock.now()))
      return outcomes
    })

  it('works once', async () => {
    const clock = new FakeClock()
    const links = new SignInLinks(clock, sealerWith(1))
    const [one, other] = [links.issue(), links.issue()]
    expect(await redeem(clock, links, ['guess', one, one, other])).toEqual([false, true, false, true])
  })

  it('works with the key that made it alone', async () => {
    const clock = new FakeClock()
    const secret = new SignInLinks(clock, sealerWith(1)).issue()
    const [elsewhere, stranger] = [1, 2].map((key) => new SignInLinks(clock, sealerWith(key)))
    expect(await redeem(clock, stranger as SignInLinks, [secret])).toEqual([false])
    expect(await redeem(clock, elsewhere as SignInLinks, [secret])).toEqual([true])
  })

  it('works for an hour', async () => {
    const clock = new FakeClock()
    const links = new SignInLinks(clock, sealerWith(1))
    const secret = links.issue()
    clock.advance(59 * 60_000)
    const late = links.issue()
    clock.advance(60_000)
    expect(await redeem(clock, links, [secret, late])).toEqual([false, true])
  })
})

describe('the limit of failed sign-ins', () => {
  const clock = new FakeClock()
  const browsers = new KnownBrowsers({ clock, ids: systemIds, sealer: sealerWith(1) })
  const limitsOf = () => new SignInLimits(new RateLimiter(clock), browsers)
  const attempts = (limits: SignInLimits, times: number, ...attempt: Parameters<SignInLimits['attempt']>) => {
    for (let n = 0; n < times; n++) limits.attempt(...attempt)
  }

  it.each([
    ['an IPv4 /24', (n: number) => `198.51.100.${n}`],
    ['an IPv6 /48', (n: number) => `2001:db8:1:${n.toString(16)}::1`],
    ['this machine', (n: number) => `127.0.${n}.1`],
  ])('applies to %s, for any account', (_name, ipOf) => {
    const limits = limitsOf()
    for (let n = 0; n < 60; n++) limits.attempt({ ip: ipOf(n) }, `user${n}`)
    expect(() => limits.attempt({ ip: ipOf(60) }, 'another')).toThrow(TooManyRequests)
    expect(() => limits.attempt({ ip: '203.0.113.1' }, 'another')).not.toThrow()
  })

  it('applies to an account in every spelling of its name', () => {
    const limits = limitsOf()
    for (let n = 0; n < 20; n++) limits.attempt({ ip: `198.${n}.100.7` }, n % 2 ? 'ann' : ' ANN ')
    expect(() => limits.attempt({ ip: '203.0.113.1' }, 'Ann')).toThrow(TooManyRequests)
    expect(() => limits.attempt({ ip: '203.0.113.1' }, 'bob')).not.toThrow()
  })

  it('leaves half of the attempts at an account to other networks', () => {
    const limits = limitsOf()
    attempts(limits, 10, { ip: '198.51.100.7' }, 'ann')
    expect(() => limits.attempt({ ip: '198.51.100.8' }, 'ann')).toThrow(TooManyRequests)
    attempts(limits, 10, { ip: '203.0.113.1' }, 'ann')
    expect(() => limits.attempt({ ip: '192.0.2.1' }, 'ann')).toThrow(TooManyRequests)
  })

  it('counts an attempt that is refused nowhere', () => {
    const limits = limitsOf()
    attempts(limits, 10, { ip: '198.51.100.7' }, 'ann')
    for (let n = 0; n < 100; n++)
      expect(() => limits.attempt({ ip: '198.51.100.7' }, 'ann')).toThrow(TooManyRequests)
    expect(() => limits.attempt({ ip: '198.51.100.7' }, 'bob')).not.toThrow()
    expect(() => limits.attempt({ ip: '203.0.113.1' }, 'ann')).not.toThrow()
  })

  it('counts accounts alone at an address that many clients share', () => {
    const limits = limitsOf()
    const shared = { ip: '127.0.0.1', sharesAddress: true } as const
    for (let n = 0; n < 200; n++) limits.attempt(shared, `user${n}`)
    attempts(limits, 20, shared, 'ann')
    expect(() => limits.attempt(shared, 'ann')).toThrow(TooManyRequests)
    expect(() => limits.attempt(shared, 'bob')).not.toThrow()
  })

  it('is separate for a browser that signed in to the account before, and for a session', () => {
    const limits = limitsOf()
    const shared = { ip: '127.0.0.1', sharesAddress: true } as const
    const knownBrowser = browsers.remember(undefined, 'ann')
    attempts(limits, 20, shared, 'ann')
    attempts(limits, 20, { ...shared, knownBrowser }, ' Ann')
    expect(() => limits.attempt({ ...shared, knownBrowser }, 'ann')).toThrow(TooManyRequests)
    expect(() => limits.attempt({ ...shared, session: 's1' }, 'ann')).not.toThrow()
    expect(() => limits.attempt({ ...shared, knownBrowser }, 'bob')).not.toThrow()
  })

  it('does not count successful sign-ins', () => {
    const limits = limitsOf()
    for (let n = 0; n < 200; n++) limits.attempt({ ip: '198.51.100.7' }, 'ann')()
    expect(() => limits.attempt({ ip: '198.51.100.7' }, 'ann')).not.toThrow()
  })
})

describe('a known browser', () => {
  const clock = new FakeClock()
  const browsers = new KnownBrowsers({ clock, ids: systemIds, sealer: sealerWith(1) })

  it('is known for the account that it signed in to, in any spelling, and keeps its id', () => {
    const first = browsers.remember(undefined, 'ann')
    const id = browsers.find(first, ' ANN ')
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(browsers.find(browsers.remember(first, 'Ann'), 'ann')).toBe(id)
    expect(browsers.find(first, 'bob')).toBeUndefined()
    expect(browsers.find(browsers.remember(undefined, 'ann'), 'ann')).not.toBe(id)
  })

  it.each([undefined, '', 'v1.a.b.c', 'null'])('is none with the cookie %j', (cookie) => {
    expect(browsers.find(cookie, 'ann')).toBeUndefined()
  })

  it('is forgotten after 90 days, and by another instance', () => {
    const cookie = browsers.remember(undefined, 'ann')
    const stranger = new KnownBrowsers({ clock, ids: systemIds, sealer: sealerWith(2) })
    expect(stranger.find(cookie, 'ann')).toBeUndefined()
    clock.advance(90 * 24 * 60 * 60_000)
    expect(browsers.find(cookie, 'ann')).toBeUndefined()
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
