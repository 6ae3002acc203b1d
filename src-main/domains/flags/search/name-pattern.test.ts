import { expect, it } from 'vitest'

import { toNamePattern } from './name-pattern.ts'

it('a search matches the whole text, its words and its letters, and treats no character as a wildcard', () => {
  expect(toNamePattern(' new  50%_a ')).toEqual({
    exact: String.raw`new 50\%\_a`,
    beginning: String.raw`new 50\%\_a%`,
    part: String.raw`%new 50\%\_a%`,
    words: ['%new%', String.raw`%50\%\_a%`],
    letters: String.raw`%n%e%w%5%0%\%%\_%a%`,
  })
})

it('a long text is not searched by letters', () => {
  expect(toNamePattern('a-very-long-flag-name').letters).toBe('%a-very-long-flag-name%')
})
