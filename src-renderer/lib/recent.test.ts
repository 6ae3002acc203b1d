import { beforeEach, describe, expect, it } from 'vitest'

import { itemAt, readRecent, RECENT_LIMIT, rememberOpened } from './recent.ts'

beforeEach(() => {
  localStorage.clear()
})

describe('recently opened items', () => {
  it.each([
    ['/projects/shop', { project: 'shop' }],
    ['/projects/shop/settings', { project: 'shop' }],
    ['/projects/shop/features/dark%20mode', { project: 'shop', flag: 'dark mode' }],
    ['/projects/%E0%A4%A', undefined],
    ['/projects', undefined],
    ['/features', undefined],
  ])('%s', (location, item) => {
    expect(itemAt(location)).toEqual(item)
  })

  it('are listed once each, newest first, and limited in number', () => {
    for (const name of ['a', 'b', 'a']) rememberOpened(`/projects/${name}`)
    expect(readRecent()).toEqual([{ project: 'a' }, { project: 'b' }])
    for (let n = 0; n < 50; n++) rememberOpened(`/projects/p/features/f${n}`)
    expect(readRecent()).toHaveLength(RECENT_LIMIT)
    expect(readRecent()[0]).toEqual({ project: 'p', flag: 'f49' })
  })

  it('are empty when the browser storage is damaged', () => {
    for (const stored of ['no JSON', '{}', '[1, {"flag": 3}]']) {
      localStorage.setItem('halyard.recent', stored)
      expect(readRecent()).toEqual([])
    }
  })
})
