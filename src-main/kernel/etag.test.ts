import { describe, expect, it } from 'vitest'

import { isFresh, largeEtag, weakEtag } from './etag.ts'

describe('an ETag', () => {
  it('has the length of the body, and changes with it', () => {
    expect(weakEtag('abc')).toBe('W/"3-qZk+NkcGgWq6PiVxeFDCbJzQ2J0"')
    expect(weakEtag('ä')).toMatch(/^W\/"2-/)
    expect(weakEtag('abd')).not.toBe(weakEtag('abc'))
  })

  it('is the same for a body in parts', async () => {
    const parts = ['ab', '', 'cä', 'd'].map((part) => Buffer.from(part))
    expect(await largeEtag(parts)).toBe(weakEtag('abcäd'))
  })

  it.each([
    [undefined, false],
    ['"x"', true],
    ['W/"x"', true],
    ['"y"', false],
    ['"y", W/"x"', true],
    ['*', true],
    ['x', false],
    ['', false],
  ])('If-None-Match %s: fresh %s', (header, fresh) => {
    expect(isFresh(header, 'W/"x"')).toBe(fresh)
    expect(isFresh(header, '"x"')).toBe(fresh)
  })
})
