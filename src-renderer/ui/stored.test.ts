import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

import { readStored, removeStored, writeStored } from './stored.ts'

const as = { schema: z.array(z.string()), otherwise: ['none'], most: 100 }

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('a stored setting of the window', () => {
  it('is read as it was stored', () => {
    writeStored('list', ['a', 'b'])
    expect(readStored('list', as)).toEqual(['a', 'b'])
  })

  it.each([undefined, 'nonsense', 'null', '[1]', JSON.stringify(['x'.repeat(200)])])(
    'is the default where %.20s is stored',
    (text) => {
      if (text !== undefined) localStorage.setItem('list', text)
      expect(readStored('list', as)).toEqual(['none'])
    },
  )

  it('can be read as plain text, its former format', () => {
    const theme = { schema: z.enum(['light', 'dark']), otherwise: 'light' as const }
    localStorage.setItem('theme', 'dark')
    expect(readStored('theme', theme)).toBe('dark')
    localStorage.setItem('project', '42')
    expect(readStored('project', { schema: z.string(), otherwise: 'default' })).toBe('42')
  })

  it('is gone after it was removed', () => {
    writeStored('list', ['a'])
    removeStored('list')
    expect(localStorage.length).toBe(0)
  })

  it('works without errors when the storage is full or unreadable', () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
    writeStored('list', ['a'])
    removeStored('list')
    expect(readStored('list', as)).toEqual(['none'])
  })
})
