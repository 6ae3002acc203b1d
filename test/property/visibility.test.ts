import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decide, hiddenProjects, seesProject, type Grant } from '#shared/access/rules/index.ts'

const project = fc.constantFrom('a', 'b', 'c')
const via = fc.constantFrom<Grant['via']>(
  { kind: 'direct' },
  { kind: 'group', id: 1, name: 'team' },
  { kind: 'group-root-role', id: 1, name: 'team' },
)
const name = fc.constantFrom('Admin', 'Editor', 'Viewer', 'Owner', 'Auditor')
const type = fc.constantFrom('root' as const, 'root-custom' as const)
const held = fc.constantFrom(
  [],
  [{ permission: 'CREATE_SEGMENT' as const }],
  [{ permission: 'ADMIN' as const }],
)
const rootGrant: fc.Arbitrary<Grant> = fc
  .record({ name, type, via, permissions: held })
  .map(({ name, type, ...rest }) => ({ role: { id: 1, name, type }, ...rest }))
const projectGrant: fc.Arbitrary<Grant> = fc
  .record({ name, via, project, permissions: held })
  .map(({ name, ...rest }) => ({ role: { id: 2, name, type: 'custom' as const }, ...rest }))
const grants = fc.array(fc.oneof(rootGrant, projectGrant), { maxLength: 4 })
const mode = fc.constantFrom('open' as const, 'protected' as const, 'private' as const)

/** The table of docs/contract/projects.md#collaboration-modes, as it is written there. */
function isSeenByTable(all: readonly Grant[], { id, mode }: { id: string; mode: string }): boolean {
  if (mode !== 'private') return true
  const roots = all.filter((grant) => grant.project === undefined)
  const isMember = all.some((grant) => grant.project === id)
  const own = roots.filter((grant) => grant.via.kind === 'direct')
  const predefined = (name: string) => (grant: Grant) =>
    grant.role.type === 'root' && grant.role.name === name
  const isWorker = roots.some(predefined('Admin')) || roots.some(predefined('Editor'))
  return isMember || isWorker || own.some((grant) => grant.role.type === 'root-custom')
}

describe('the visibility of projects', () => {
  it('matches the table', () => {
    fc.assert(
      fc.property(grants, project, mode, (all, id, mode) => {
        expect(seesProject(all, { id, mode })).toBe(isSeenByTable(all, { id, mode }))
      }),
    )
  })

  it('never shrinks with more roles', () => {
    fc.assert(
      fc.property(grants, grants, fc.uniqueArray(project), (some, more, closed) => {
        const before = hiddenProjects(some, closed)
        for (const id of hiddenProjects([...some, ...more], closed)) expect(before.has(id)).toBe(true)
      }),
    )
  })

  it('excludes only private projects in which the user has no role', () => {
    fc.assert(
      fc.property(grants, fc.uniqueArray(project), (all, closed) => {
        for (const id of hiddenProjects(all, closed)) {
          expect(closed).toContain(id)
          expect(all.some((grant) => grant.project === id)).toBe(false)
        }
      }),
    )
  })

  it('matches decisions: nothing is allowed in a hidden project', () => {
    fc.assert(
      fc.property(grants, project, fc.uniqueArray(project), (all, id, closed) => {
        const hidden = hiddenProjects(all, closed)
        const subject = { kind: 'user', id: 1, name: 'u', grants: all } as const
        const needed = { anyOf: ['CREATE_SEGMENT'] as const, project: id }
        const decision = decide({ ...subject, hidden }, needed)
        expect(decision.hidden).toBe(hidden.has(id) ? true : undefined)
        expect(decision.allowed).toBe(!hidden.has(id) && decide(subject, needed).allowed)
      }),
    )
  })
})
