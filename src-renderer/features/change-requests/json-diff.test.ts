import { describe, expect, it } from 'vitest'

import { diffJson, diffLines } from './json-diff.ts'

const written = (lines: ReturnType<typeof diffLines>) =>
  lines.map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`)

describe('the difference of two values', () => {
  it('is told line by line, with what is the same in its place', () => {
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

  it('is the shortest', () => {
    expect(written(diffLines(['a', 'b', 'c'], ['b', 'c', 'd']))).toEqual(['-a', ' b', ' c', '+d'])
  })
})
