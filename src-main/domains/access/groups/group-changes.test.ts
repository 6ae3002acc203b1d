import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { groupChanges, type LinkedGroup } from './group-changes.ts'

const name = fc.constantFrom<string>('ops', 'devs', 'qa', 'OPS', 'ops ', 'é', 'e\u0301')
const group: fc.Arbitrary<LinkedGroup> = fc.record(
  {
    id: fc.nat(),
    name: fc.string(),
    mappingsSSO: fc.uniqueArray(name),
    member: fc.record({ joinedAt: fc.constant('2026'), createdBy: fc.constantFrom('SSO', 'admin', null) }),
  },
  { requiredKeys: ['id', 'name', 'mappingsSSO'] },
)
const groups = fc.uniqueArray(group, { selector: ({ id }) => id })

/** The memberships after the changes. */
function after(before: readonly LinkedGroup[], names: readonly string[]): LinkedGroup[] {
  const effects = new Map(groupChanges(before, names, 'SSO').map((one) => [one.group.id, one.effect]))
  return before.map(({ member, ...rest }) => {
    const effect = effects.get(rest.id)
    if (effect === 'joins') return { ...rest, member: { joinedAt: '2027', createdBy: 'SSO' } }
    return effect === 'leaves' || !member ? rest : { ...rest, member }
  })
}

describe('the group changes at sign-in', () => {
  it('makes the user a member of exactly the linked groups, besides those added by hand', () => {
    fc.assert(
      fc.property(groups, fc.array(name), (before, names) => {
        for (const one of after(before, names)) {
          const old = before.find(({ id }) => id === one.id)?.member
          const isLinked = one.mappingsSSO.some((mapping) => names.includes(mapping))
          const isByHand = old !== undefined && old.createdBy !== 'SSO'
          const stays = one.mappingsSSO.length === 0 && old !== undefined
          expect(one.member !== undefined).toBe(isLinked || isByHand || stays)
          if (isByHand) expect(one.member).toEqual(old)
        }
      }),
    )
  })

  it('are empty at the next sign-in with the same groups', () => {
    fc.assert(
      fc.property(groups, fc.array(name), (before, names) => {
        const again = groupChanges(after(before, names), names, 'SSO')
        expect(again.filter(({ effect }) => effect === 'joins' || effect === 'leaves')).toEqual([])
      }),
    )
  })

  it('do not depend on the order or the number of the names', () => {
    fc.assert(
      fc.property(groups, fc.array(name), (before, names) => {
        const other = [...names, ...names].reverse()
        expect(groupChanges(before, other, 'SSO')).toEqual(groupChanges(before, names, 'SSO'))
      }),
    )
  })
})
