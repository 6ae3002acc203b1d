import { describe, expect, it } from 'vitest'

import { NAVIGATION } from './navigation.ts'
import { routes } from './routes.ts'
import { createJumpSequence, isTyping, SHORTCUTS } from './shortcuts.ts'

describe('keyboard navigation', () => {
  const jumper = () => {
    let now = 0
    const jump = createJumpSequence(() => now)
    return { jump, wait: (ms: number) => void (now += ms) }
  }

  it('uses g and a letter', () => {
    const { jump, wait } = jumper()
    expect([jump('p'), jump('g'), jump('p'), jump('p')]).toEqual([undefined, undefined, 'p', undefined])
    jump('g')
    wait(1300)
    expect(jump('p')).toBeUndefined()
  })

  it('ignores keys typed into a field', () => {
    expect(isTyping(document.createElement('input'))).toBe(true)
    expect(isTyping(document.createElement('textarea'))).toBe(true)
    expect(isTyping(document.createElement('button'))).toBe(false)
    expect(isTyping(null)).toBe(false)
  })

  it('leads each key to one page', () => {
    const keys = NAVIGATION.flatMap(({ key }) => key ?? [])
    expect(keys.length).toBeGreaterThan(20)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  it('is listed on the shortcut sheet for every page that has a key', () => {
    for (const { key, label, path } of NAVIGATION) {
      const found = SHORTCUTS.filter((one) => one.label === label).map((one) => one.keys)
      expect(found).toEqual(key === undefined ? [] : [`g ${key}`])
      expect(Object.keys(routes)).toContain(path)
    }
  })
})
