import { describe, expect, it } from 'vitest'

import { PASSWORD_RULES, problemsOfPassword } from './password-rule.ts'

const LENGTH = 'The password must be at least 10 characters long.'
const TOO_LONG = 'The password must be fewer than 128 characters.'
const REPEATED = 'The password may not contain sequences of three or more repeated characters.'
const LOWER = 'The password must contain at least one lowercase letter.'
const UPPER = 'The password must contain at least one uppercase letter.'
const NUMBER = 'The password must contain at least one number.'
const SPECIAL = 'The password must contain at least one special character.'

const long = (length: number) => `Aa1-${'xy'.repeat(length)}`.slice(0, length)

describe('a password', () => {
  it.each([
    ['Str0ng-Passw0rd-11', []],
    ['Aa1-efghij', []],
    ['Aa1-efghi', [LENGTH]],
    ['', [LENGTH, LOWER, UPPER, NUMBER, SPECIAL]],
    // recorded exchange users/validate-password-weak
    ['abc', [LENGTH, UPPER, NUMBER, SPECIAL]],
    [long(128), []],
    [long(129), [TOO_LONG]],
    ['Aa1-eefghij', []],
    ['Aa1-eeefghij', [REPEATED]],
    ['Aa1-\n\n\nefghij', [REPEATED]],
    ['Aa1-😀😀😀efghij', [REPEATED]],
    ['AA1-EFGHIJ', [LOWER]],
    ['aa1-efghij', [UPPER]],
    ['Aaa-efghij', [NUMBER]],
    ['Aa12efghij', [SPECIAL]],
    ['Aa12 efghij', []],
    ['Aa12äefghij', []],
    ['correct horse battery staple', [UPPER, NUMBER]],
  ])('%j breaks %j', (password, problems) => {
    expect(problemsOfPassword(password)).toEqual(problems)
  })

  it('is checked by every rule that is shown', () => {
    const broken = ['', long(129), 'aaa'].flatMap(problemsOfPassword)
    expect(new Set(broken)).toEqual(new Set(PASSWORD_RULES.map((rule) => rule.message)))
  })
})
