import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

import { readStored, writeStored } from './stored.ts'

const as = { schema: z.array(z.string()), otherwise: ['none'], most: 100 }

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('what the window stores', () => {
  it('is read as it was kept', () => {
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

  it('stops nothing where the store is full, or may not be read', () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
    writeStored('list', ['a'])
    expect(readStored('list', as)).toEqual(['none'])
  })
})
