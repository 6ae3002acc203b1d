import { describe, expect, it } from 'vitest'

import { diffLines, jsonLines, pairLines } from './line-pairs.ts'

const diffJson = (before: unknown, after: unknown) => diffLines(jsonLines(before), jsonLines(after))

const written = (lines: ReturnType<typeof diffLines>) =>
  lines.map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`)

describe('the difference of two values', () => {
  it('is shown line by line, with unchanged lines in place', () => {
    expect(written(diffJson({ a: 1, b: [1, 2] }, { a: 2, b: [1, 2, 3] }))).toEqual([
      ' {',
      '-  "a": 1,',
      '+  "a": 2,',
      '   "b": [',
      '     1,',
      '-    2',
      '+    2,',
      '+    3',
      '   ]',
      ' }',
    ])
  })

  it.each([
    ['all of it, where there was nothing', undefined, 1, ['+1']],
    ['all of it, where nothing is left', 1, undefined, ['-1']],
    ['nothing, where there is nothing', undefined, undefined, []],
    ['nothing that differs, where it is the same', { a: 1 }, { a: 1 }, [' {', '   "a": 1', ' }']],
  ])('is %s', (_what, before, after, lines) => {
    expect(written(diffJson(before, after))).toEqual(lines)
  })

  it('takes time in proportion to the changes, not to the product of the lines', () => {
    // the former table would have had 3.6 * 10^9 cells
    const before = Array.from({ length: 60_000 }, (_, index) => `line ${index}`)
    const after = before.with(30_000, 'another line')
    const lines = diffLines(before, after)
    expect(lines.length).toBe(60_001)
    expect(lines.filter(({ kind }) => kind !== 'same').map(({ text }) => text)).toEqual([
      'line 30000',
      'another line',
    ])
  })

  it('shows two unrelated texts one after the other', () => {
    const numbered = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word} ${index}`)
    const kinds = diffLines(numbered('a'), numbered('b')).map(({ kind }) => kind)
    expect(kinds).toEqual([...Array<string>(5000).fill('removed'), ...Array<string>(5000).fill('added')])
  })

  it('is the shortest difference', () => {
    expect(written(diffLines(['a', 'b', 'c'], ['b', 'c', 'd']))).toEqual(['-a', ' b', ' c', '+d'])
  })
})

describe('two texts side by side', () => {
  const pairs = (before: string[], after: string[]) =>
    pairLines(diffLines(before, after)).map(
      (one) => `${one.before ?? ''}|${one.after ?? ''}${one.differs ? '!' : ''}`,
    )

  it.each([
    ['lines of both', ['a'], ['a'], ['a|a']],
    ['a line in place of another', ['a', 'b', 'c'], ['a', 'B', 'c'], ['a|a', 'b|B!', 'c|c']],
    ['more lines than there were', ['a', 'b'], ['a', 'B', 'C'], ['a|a', 'b|B!', '|C!']],
    ['fewer lines than there were', ['a', 'b', 'c'], ['B', 'c'], ['a|B!', 'b|!', 'c|c']],
    ['changes apart from each other', ['a', 'b', 'c'], ['A', 'b', 'C'], ['a|A!', 'b|b', 'c|C!']],
  ])('have %s', (_what, before, after, expected) => {
    expect(pairs(before, after)).toEqual(expected)
  })
})
