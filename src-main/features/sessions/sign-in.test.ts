import { describe, expect, it } from 'vitest'

import { FakeClock } from '../../../test/support/fake-clock.ts'
import { systemIds } from '../../kernel/ids.ts'
import { hashPassword, verifyPassword } from './password.ts'
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

describe('a password', () => {
  it('is stored as a hash that nobody can read, another one each time', async () => {
    const [one, two] = await Promise.all([hashPassword('hunter2'), hashPassword('hunter2')])
    expect(one).not.toContain('hunter2')
    expect(one).not.toBe(two)
    expect(await verifyPassword('hunter2', one)).toBe(true)
    expect(await verifyPassword('hunter3', one)).toBe(false)
  })

  it('is the same however its letters are composed', async () => {
    expect(await verifyPassword('pa\u0308ss', await hashPassword('p\u00e4ss'))).toBe(true)
  })

  it.each([null, '', 'bcrypt$x', 'scrypt$1'])('does not match the stored %j', async (stored) => {
    expect(await verifyPassword('', stored)).toBe(false)
  })
})
