import { describe, expect, it } from 'vitest'

import { placeOfNotices, type Box } from './notice-place.ts'

const WINDOW = { width: 1280, height: 800 }
const SIZE = { width: 356, height: 70 }
const MAIN = { left: 220, right: 1280 }
const box = (left: number, top: number, width: number, height: number): Box => ({
  ...{ left, top, right: left + width, bottom: top + height },
})
const place = (controls: Box[], window = WINDOW) =>
  placeOfNotices({ window, page: { ...MAIN, right: window.width }, notices: SIZE, controls })

describe('the place of notices', () => {
  it('is at the bottom right where no control is', () => {
    expect(place([box(0, 0, 220, 800), box(220, 0, 1060, 48)])).toEqual({ right: 24, bottom: 24 })
  })

  it('is beside a panel at the right, whose buttons are at its foot', () => {
    expect(place([box(1050, 740, 100, 30), box(1160, 740, 100, 30)])).toEqual({
      right: 1280 - 244 - 356,
      bottom: 24,
    })
  })

  it('is above controls that fill the bottom', () => {
    const { right, bottom } = place([box(0, 0, 1280, 110), box(0, 600, 1280, 200)])
    expect(right).toBe(24)
    expect(bottom).toBeGreaterThanOrEqual(204)
    expect(bottom).toBeLessThan(220)
  })

  it('covers the fewest controls where none is free', () => {
    const rows = Array.from({ length: 20 }, (_, index) => box(0, index * 40, 900, 30))
    const toggles = rows.flatMap(({ top }) => [box(1000, top, 30, 30), box(1100, top, 30, 30)])
    const { right } = place([...rows, ...toggles, box(240, 0, 1040, 800)])
    expect(right).toBe(1280 - 244 - 356)
  })
})
