import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { assignRole } from '#domains/access/access/access.store.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { addGroup, giveAccess, userIdOf } from '#support/stages/access.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createRole } from '#shared/access/contract/roles.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { addTag } from '#shared/flags/contract/feature-tags.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { createContextFieldForProject } from '#shared/flags/contract/project-context.ts'
import { setRolesForUser } from '#shared/projects/contract/project-access.ts'

/**
 * Tests visibility through the whole stack, for any roles and any closed projects. Listings never contain a
 * project that docs/contract/projects.md#collaboration-modes hides, nor its flags. They always contain the
 * others.
 */
const RUNS = 40
const AT = '2026-11-21T12:00:00.000Z'
/** Project IDs: words that occur nowhere else. */
const PROJECTS = ['aaqq', 'bbqq', 'ccqq']
const ROLES = { Admin: 1, Editor: 2, Viewer: 3, Owner: 4, Member: 5 }
const LISTS: readonly [string, string, unknown?][] = [
  ['GET', '/api/admin/projects'],
  ['GET', '/api/admin/search/features?limit=100'],
  ['GET', '/api/admin/search/events?limit=1000'],
  ['GET', '/api/admin/segments'],
  ['GET', '/api/admin/context?include=project'],
  ['POST', '/api/admin/playground', { environment: 'production', projects: '*', context: { appName: 'x' } }],
  ['POST', '/api/admin/features-batch/export', { environment: 'production', tag: 'shared' }],
]

let app: TestBackend
let user: number
/** Two groups: one holds project roles, the other a root role; none holds both. */
let group: number
let rootGroup: number
let customRole: number
let count = 0
beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'somebody' }], rateLimits: { perMinute: {} } })
  user = await userIdOf(app, 'somebody')
  group = await addGroup(app, 'team', { members: ['somebody'] })
  rootGroup = await addGroup(app, 'everywhere', { members: ['somebody'] })
  await requireSuccess(
    app.call(createRole, {
      body: { name: 'Auditor', description: '', type: 'root-custom', permissions: [] },
    }),
  )
  const { id } = await app.backend.store.queries
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'Auditor')
    .executeTakeFirstOrThrow()
  customRole = id
  for (const project of PROJECTS) {
    await addProject(app, project)
    await requireSuccess(
      app.call(createFeature, { params: { projectId: project }, body: { name: `${project}-flag` } }),
    )
    await requireSuccess(
      app.call(addTag, {
        params: { featureName: `${project}-flag` },
        body: { type: 'simple', value: 'shared' },
      }),
    )
    await requireSuccess(
      app.call(createSegment, { body: { name: `${project}-segment`, project, constraints: [] } }),
    )
    await requireSuccess(
      app.call(createContextFieldForProject, {
        params: { projectId: project },
        body: { name: `${project}Field` },
      }),
    )
  }
})
afterAll(() => app.stop())

const root = fc.constantFrom('Admin', 'Editor', 'Viewer', 'Auditor')
const situation = fc.record({
  own: root,
  ofGroup: fc.option(root, { nil: undefined }),
  /** Projects in which the user holds a role, directly or through a group. */
  roles: fc.uniqueArray(
    fc.record({ project: fc.constantFrom(...PROJECTS), through: fc.constantFrom('user', 'group') }),
    { maxLength: 3, selector: ({ project }) => project },
  ),
  modes: fc.tuple(...PROJECTS.map(() => fc.constantFrom('open', 'protected', 'private', 'private'))),
})
type Situation = typeof situation extends fc.Arbitrary<infer W> ? W : never

const isSeen = ({ own, ofGroup, roles, modes }: Situation, project: string): boolean =>
  modes[PROJECTS.indexOf(project)] !== 'private' ||
  own !== 'Viewer' ||
  ofGroup === 'Admin' ||
  ofGroup === 'Editor' ||
  roles.some((one) => one.project === project)

const roleId = (name: string) => (name === 'Auditor' ? customRole : ROLES[name as keyof typeof ROLES])

async function make({ own, ofGroup, roles: held, modes }: Situation): Promise<void> {
  await app.backend.store.transaction(async (queries) => {
    await queries.deleteFrom('user_roles').where('user_id', '=', user).execute()
    await queries.deleteFrom('group_roles').where('group_id', '=', group).execute()
    await assignRole(queries, { userId: user, roleId: roleId(own) }, AT)
    const root_role_id = ofGroup === undefined ? null : roleId(ofGroup)
    await queries.updateTable('groups').set({ root_role_id }).where('id', '=', rootGroup).execute()
    for (const [index, id] of PROJECTS.entries())
      await queries
        .updateTable('projects')
        .set({ mode: modes[index] ?? 'open' })
        .where('id', '=', id)
        .execute()
  })
  for (const { project, through } of held)
    await giveAccess(app, project, {
      roles: [ROLES.Member],
      ...(through === 'user' ? { users: [user] } : { groups: [group] }),
    })
  // the service reads rows written past it at the next change of access, so each run makes one
  const roles = [count++ % 2 === 0 ? ROLES.Member : ROLES.Owner]
  await requireSuccess(
    app.call(setRolesForUser, { params: { projectId: 'default', userId: '1' }, body: { roles } }),
  )
}

it('lists include the projects that the caller sees, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(situation, async (one) => {
      await make(one)
      for (const [method, path, body] of LISTS) {
        const { status, body: answer } = await app.call(method, path, {
          as: 'somebody',
          ...(body === undefined ? {} : { body }),
        })
        const { input: _input, ...rest } = answer as { input?: unknown }
        const text = JSON.stringify(Array.isArray(answer) ? answer : rest)
        const told = PROJECTS.filter((project) => text.includes(project))
        expect([path, status, told]).toEqual([path, 200, PROJECTS.filter((project) => isSeen(one, project))])
      }
    }),
    { numRuns: propertyRuns(RUNS) },
  )
})
