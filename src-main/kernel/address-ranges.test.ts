import { describe, expect, it } from 'vitest'

import { inRanges, isRange } from './address-ranges.ts'

describe('a list of addresses and ranges', () => {
  it.each([
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['11.1.2.3', false],
    ['192.0.2.1', true],
    ['192.0.2.2', false],
    ['2001:db8::1', true],
    ['2001:db9::1', false],
    ['fe80::1%eth0', true],
    ['', false],
    ['localhost', false],
    ['10.1', false],
  ])('contains %s: %s', (address, isIn) => {
    expect(inRanges(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', 'fe80::/10'])(address)).toBe(isIn)
  })

  it('that is empty contains nothing', () => {
    expect(inRanges([])('127.0.0.1')).toBe(false)
  })

  it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10/8', 'proxy.example', '::/129', '*', ''])(
    'does not take %j',
    (text) => {
      expect(isRange(text)).toBe(false)
    },
  )
})
