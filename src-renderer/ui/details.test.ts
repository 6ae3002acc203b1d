import { describe, expect, it } from 'vitest'

import { rowByKey, type Details } from './details.ts'

const rows = ['a', 'b', 'c', 'd']
const step = (pressed: string, details: Partial<Details<string>>) =>
  rowByKey(pressed, rows, { key: undefined, show: () => undefined, ...details }, (row) => row)

describe('the arrow keys beside a details panel', () => {
  it('move to the next and the previous row', () => {
    expect([step('ArrowDown', { key: 'b' }), step('ArrowUp', { key: 'b' })]).toEqual(['c', 'a'])
  })

  it('stop at both ends', () => {
    expect([step('ArrowDown', { key: 'd' }), step('ArrowUp', { key: 'a' })]).toEqual([undefined, undefined])
  })

  it('skip rows without details', () => {
    expect(step('ArrowDown', { key: 'a', has: (row) => row !== 'b' })).toBe('c')
    expect(step('ArrowUp', { key: 'b', has: (row) => row !== 'a' })).toBeUndefined()
  })

  it('do nothing when no row is shown, or its row left the list', () => {
    expect([step('ArrowDown', {}), step('ArrowDown', { key: 'gone' }), step('x', { key: 'a' })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
