import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  decide,
  explainDecision,
  type Grant,
  type Requirement,
  type Subject,
} from '#shared/access/rules/index.ts'
import { definitionOf, PERMISSIONS } from '#shared/access/permissions/index.ts'

const permission = fc.constantFrom(...PERMISSIONS.map((one) => one.name))
const project = fc.constantFrom('default', 'a', 'b')
const environment = fc.constantFrom('development', 'production')
const grant: fc.Arbitrary<Grant> = fc.record({
  role: fc.record({
    id: fc.nat(9),
    name: fc.string(),
    type: fc.constantFrom('root' as const, 'custom' as const),
  }),
  via: fc.constant({ kind: 'direct' as const }),
  project: fc.option(project, { nil: undefined }),
  permissions: fc.array(fc.record({ permission, environment: fc.option(environment, { nil: undefined }) }), {
    maxLength: 6,
  }),
})
const requirement: fc.Arbitrary<Requirement> = fc.record({
  anyOf: fc.array(permission, { minLength: 1, maxLength: 3 }),
  project,
  environment,
})
const user = (grants: readonly Grant[]): Subject => ({ kind: 'user', id: 1, name: 'u', grants })

describe('effective permissions are a union', () => {
  it('another role never takes anything away', () => {
    fc.assert(
      fc.property(fc.array(grant), grant, requirement, (grants, more, needed) => {
        if (decide(user(grants), needed).allowed)
          expect(decide(user([...grants, more]), needed).allowed).toBe(true)
      }),
    )
  })

  it('the order of roles does not matter', () => {
    fc.assert(
      fc.property(fc.array(grant), requirement, (grants, needed) => {
        expect(decide(user([...grants].reverse()), needed).allowed).toBe(decide(user(grants), needed).allowed)
      }),
    )
  })

  it('the reasons always explain the result, and the smallest grant always helps', () => {
    fc.assert(
      fc.property(fc.array(grant), requirement, (grants, needed) => {
        const decision = decide(user(grants), needed)
        const granting = decision.reasons.filter((one) => one.verdict === 'grants' || one.verdict === 'admin')
        expect(granting.length > 0).toBe(decision.allowed)
        expect(explainDecision(decision).length).toBeGreaterThan(0)
        const { smallestGrant } = decision
        if (!smallestGrant) return
        const helping: Grant = {
          role: { id: 1, name: 'helping', type: 'custom' },
          via: { kind: 'direct' },
          ...(smallestGrant.project === undefined ? {} : { project: smallestGrant.project }),
          permissions: [
            {
              permission: smallestGrant.permission,
              ...(smallestGrant.environment === undefined ? {} : { environment: smallestGrant.environment }),
            },
          ],
        }
        expect(decide(user([helping]), needed).allowed).toBe(true)
      }),
    )
  })

  it('a project role never reaches another project, unless it holds a root permission', () => {
    fc.assert(
      fc.property(grant, requirement, (one, needed) => {
        const scoped = {
          ...one,
          project: 'a',
          permissions: one.permissions.filter((held) => definitionOf(held.permission).scope !== 'root'),
        }
        expect(decide(user([scoped]), { ...needed, project: 'b' }).allowed).toBe(false)
      }),
    )
  })
})
