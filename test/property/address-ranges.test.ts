import fc from 'fast-check'
import { Address4, Address6 } from 'ip-address'
import { expect, it } from 'vitest'

import { evaluateFeature } from '#shared/flags/evaluation/index.ts'

/** IN_CIDR is counted with numbers made once of each constraint; what the addresses' own library says is the measure. */
function liesIn(actual: string, ranges: readonly string[]): boolean {
  const in4 = (range: string) => {
    const [address, other] = [new Address4(actual), new Address4(range)]
    return address.correctForm() === other.correctForm() || address.isInSubnet(other)
  }
  const in6 = (range: string) => {
    const [address, other] = [new Address6(actual), new Address6(range)]
    return address.correctForm() === other.correctForm() || address.isInSubnet(other)
  }
  return Address4.isValid(actual)
    ? ranges.some((range) => Address4.isValid(range) && in4(range))
    : ranges.some((range) => Address6.isValid(range) && in6(range))
}

const byte = fc.constantFrom(0, 1, 127, 128, 255)
const plain4 = fc.tuple(byte, byte, byte, byte).map((parts) => parts.join('.'))
const group = fc.constantFrom('0', '1', 'ffff', 'a')
const plain6 = fc.array(group, { minLength: 8, maxLength: 8 }).map((parts) => parts.join(':'))
const wide = (plain: fc.Arbitrary<string>, max: number) =>
  fc.tuple(plain, fc.integer({ min: 0, max })).map(([address, bits]) => `${address}/${bits}`)
const address = fc.oneof(plain4, wide(plain4, 32), plain6, wide(plain6, 128))

it('an address is in the ranges that its library computes', () => {
  const sources = { feature: () => undefined, segment: () => undefined, now: new Date(0), random: () => 0 }
  let held = 0
  fc.assert(
    fc.property(fc.array(address, { maxLength: 3 }), address, (values, ip) => {
      const constraint = { contextName: 'ip', operator: 'IN_CIDR', values }
      const flag = { name: 'x', enabled: true, strategies: [{ name: 'default', constraints: [constraint] }] }
      const { enabled } = evaluateFeature(flag, { properties: { ip } }, sources, { trace: 'none' })
      expect(enabled).toBe(liesIn(ip, values))
      if (enabled) held += 1
    }),
    { numRuns: 2000, seed: 20_261_121 },
  )
  expect(held).toBeGreaterThan(20)
})
