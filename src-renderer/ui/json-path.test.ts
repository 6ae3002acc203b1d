import { describe, expect, it } from 'vitest'

import { childPath, childrenOf, preview, sizeInWords, toCopied } from './json-path.ts'

describe('a path into JSON', () => {
  it.each([
    ['', 'a', 'a'],
    ['a', 'b', 'a.b'],
    ['a', 0, 'a[0]'],
    ['', 0, '[0]'],
    ['a[0]', 'b', 'a[0].b'],
  ])('of %j and %j is %j', (path, key, expected) => {
    expect(childPath(path, key)).toBe(expected)
  })

  it('exists for each child of an object or list', () => {
    expect(childrenOf({ a: 1 })).toEqual([['a', 1]])
    expect(childrenOf(['x'])).toEqual([[0, 'x']])
    for (const scalar of [null, 7, 'text', true]) expect(childrenOf(scalar)).toBeUndefined()
  })

  it.each([
    [{}, '0 properties'],
    [{ a: 1 }, '1 property'],
    [[1, 2], '2 items'],
    [[1], '1 item'],
  ])('of %j is %s', (value, expected) => {
    expect(sizeInWords(value)).toBe(expected)
  })

  it('shows a value in one line, and copies text without quotes', () => {
    expect(preview({ a: 'x'.repeat(200) }, 10)).toBe('{"a":"xxx…')
    expect(toCopied('text')).toBe('text')
    expect(toCopied({ a: 1 })).toBe('{\n  "a": 1\n}')
  })
})
