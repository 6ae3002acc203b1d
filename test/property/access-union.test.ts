import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decide, type Decision, type Reason, type Requirement } from '#shared/access/rules/index.ts'
import { definitionOf, PERMISSIONS } from '#shared/access/permissions/index.ts'
import {
  grantsOf,
  type AccessFacts,
  type StoredAssignment,
  type StoredGroup,
  type StoredRole,
} from '#domains/access/access/access-facts.ts'

/** Few values of each kind, so that facts and questions overlap. */
const names = [
  'ADMIN',
  'CREATE_SEGMENT',
  'CREATE_FEATURE',
  'UPDATE_PROJECT',
  'PROJECT_SETTINGS_WRITE',
] as const
const permission = fc.constantFrom(...names, 'UPDATE_FEATURE_ENVIRONMENT', 'SKIP_CHANGE_REQUEST')
const project = fc.constantFrom('default', 'a', 'b')
const environment = fc.constantFrom('development', 'production')
const userId = fc.integer({ min: 1, max: 3 })
/** IDs of roles: 1 and 2 are root roles, 3 and 4 project roles, 5 is deleted. */
const [rootRoleId, projectRoleId] = [fc.constantFrom(1, 2, 5), fc.constantFrom(3, 4, 5)]

const held = permission.chain((name) =>
  definitionOf(name).scope === 'environment'
    ? fc.record({ permission: fc.constant(name), environment }, { requiredKeys: ['permission'] })
    : fc.constant({ permission: name }),
)
const role = (id: number): fc.Arbitrary<StoredRole> =>
  fc.array(held, { maxLength: 3 }).map((permissions) => ({
    id,
    name: `role ${id}`,
    type: id < 3 ? ('root' as const) : ('custom' as const),
    permissions,
  }))
const assignment: fc.Arbitrary<StoredAssignment> = fc.oneof(
  fc.record({ userId, roleId: rootRoleId }),
  fc.record({ userId, roleId: projectRoleId, project }),
)
const groupOf = (id: number): fc.Arbitrary<StoredGroup> =>
  fc
    .record(
      {
        members: fc.uniqueArray(userId),
        roles: fc.array(fc.record({ roleId: projectRoleId, project }), { maxLength: 2 }),
        rootRoleId,
      },
      { requiredKeys: ['members', 'roles'] },
    )
    .map((rest) => ({ id, name: `group ${id}`, ...rest }))
const facts: fc.Arbitrary<AccessFacts> = fc.record({
  roles: fc.tuple(role(1), role(2), role(3), role(4)),
  assignments: fc.array(assignment, { maxLength: 4 }),
  groups: fc.tuple(groupOf(1), groupOf(2)),
  privateProjects: fc.constant([]),
})
const requirement: fc.Arbitrary<Requirement> = fc.record({
  anyOf: fc.array(permission, { minLength: 1, maxLength: 2 }),
  project,
  environment,
})

const ask = (all: AccessFacts, id: number, needed: Requirement): Decision =>
  decide({ kind: 'user', id, name: 'u', grants: grantsOf(all).get(id) ?? [] }, needed)
const granting = ({ reasons }: Decision) =>
  reasons.filter(({ verdict }) => verdict === 'grants' || verdict === 'admin')

/** Checks in the facts, not in the grants, that a role is held that way. */
function isHeld({ roles, assignments, groups }: AccessFacts, user: number, reason: Reason): boolean {
  const { role: named, via, project: where } = reason
  if (roles.find((one) => one.id === named.id)?.name !== named.name) return false
  if (via.kind === 'direct')
    return assignments.some((one) => one.userId === user && one.roleId === named.id && one.project === where)
  const group = groups.find((one) => one.id === via.id)
  if (group?.name !== via.name || !group.members.includes(user)) return false
  return via.kind === 'group-root-role'
    ? group.rootRoleId === named.id && where === undefined
    : group.roles.some((one) => one.roleId === named.id && one.project === where)
}

/**
 * Decides independently of the tested code: does any role held there, or at the root, give a needed
 * permission?
 */
function shouldAllow(
  { roles, assignments, groups }: AccessFacts,
  user: number,
  needed: Requirement,
): boolean {
  const mine = groups.filter((one) => one.members.includes(user))
  const ways = [
    ...assignments.filter((one) => one.userId === user),
    ...mine.flatMap((one) => one.roles),
    ...mine.flatMap((one) => (one.rootRoleId === undefined ? [] : [{ roleId: one.rootRoleId }])),
  ]
  return ways.some((way) => {
    const given = roles.find((one) => one.id === way.roleId)?.permissions ?? []
    const where = ('project' in way ? way.project : undefined) ?? 'default'
    return given.some((one) => {
      if (one.permission === 'ADMIN') return true
      const { scope } = definitionOf(one.permission)
      const reaches = PERMISSIONS.filter(
        ({ name, includedIn }) => name === one.permission || includedIn === one.permission,
      ).some(({ name }) => needed.anyOf.includes(name))
      const at = scope === 'root' || where === needed.project
      return reaches && at && (one.environment === undefined || one.environment === needed.environment)
    })
  })
}

describe('the effective permissions of users, groups and roles', () => {
  it('match the rule', () => {
    let allowed = 0
    fc.assert(
      fc.property(facts, userId, requirement, (all, user, needed) => {
        const expected = shouldAllow(all, user, needed)
        if (expected) allowed++
        expect(ask(all, user, needed).allowed).toBe(expected)
      }),
      { numRuns: 1000 },
    )
    expect(allowed).toBeGreaterThan(50) // otherwise the property was not tested
  })

  it('grow with every granted role', () => {
    fc.assert(
      fc.property(facts, assignment, userId, requirement, (all, more, user, needed) => {
        if (!ask(all, user, needed).allowed) return
        const grown = { ...all, assignments: [...all.assignments, more] }
        expect(ask(grown, user, needed).allowed).toBe(true)
      }),
    )
  })

  it('grow with every membership, and with every role of a group', () => {
    fc.assert(
      fc.property(facts, groupOf(3), userId, userId, requirement, (all, more, member, user, needed) => {
        if (!ask(all, user, needed).allowed) return
        const joined = all.groups.map((one) => ({ ...one, members: [...new Set([...one.members, member])] }))
        expect(ask({ ...all, groups: joined }, user, needed).allowed).toBe(true)
        const given = all.groups.map((one) => ({ ...one, roles: [...one.roles, ...more.roles] }))
        expect(ask({ ...all, groups: given }, user, needed).allowed).toBe(true)
        expect(ask({ ...all, groups: [...all.groups, more] }, user, needed).allowed).toBe(true)
      }),
    )
  })

  it('grow with every permission of a role', () => {
    fc.assert(
      fc.property(facts, held, userId, requirement, (all, more, user, needed) => {
        if (!ask(all, user, needed).allowed) return
        const roles = all.roles.map((one) => ({ ...one, permissions: [...one.permissions, more] }))
        expect(ask({ ...all, roles }, user, needed).allowed).toBe(true)
      }),
    )
  })

  it('do not depend on any order', () => {
    const reversed = ({ roles, assignments, groups, privateProjects }: AccessFacts): AccessFacts => ({
      privateProjects,
      roles: [...roles].reverse().map((one) => ({ ...one, permissions: [...one.permissions].reverse() })),
      assignments: [...assignments].reverse(),
      groups: [...groups]
        .reverse()
        .map((one) => ({ ...one, members: [...one.members].reverse(), roles: [...one.roles].reverse() })),
    })
    const setOf = (reasons: readonly Reason[]) => reasons.map((one) => JSON.stringify(one)).sort()
    fc.assert(
      fc.property(facts, userId, requirement, (all, user, needed) => {
        const [one, other] = [ask(all, user, needed), ask(reversed(all), user, needed)]
        expect(other.allowed).toBe(one.allowed)
        expect(setOf(other.reasons)).toEqual(setOf(one.reasons))
      }),
    )
  })

  it('are explained by roles that are held that way', () => {
    fc.assert(
      fc.property(facts, userId, requirement, (all, user, needed) => {
        const decision = ask(all, user, needed)
        for (const reason of decision.reasons) expect(isHeld(all, user, reason)).toBe(true)
        expect(granting(decision).length > 0).toBe(decision.allowed)
      }),
    )
  })

  it('are empty without roles, and for deleted roles', () => {
    fc.assert(
      fc.property(facts, requirement, (all, needed) => {
        expect(ask(all, 99, needed)).toMatchObject({ allowed: false, reasons: [] })
        for (const grants of grantsOf(all).values())
          expect(grants.map((grant) => grant.role.id)).not.toContain(5)
      }),
    )
  })
})
