import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { compareGrants, type Grant } from '#shared/access/rules/index.ts'
import { PREDEFINED_ROLES, type Permission } from '#shared/access/permissions/index.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { addGroup, userIdOf } from '#support/stages/access.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type Answer, type TestBackend } from '#support/service/start-backend.ts'
import { getProjectAccess } from '#shared/projects/contract/project-access.ts'

/**
 * Sequences of calls by several users without high rights, through every door that gives rights. No call gives a permission
 * that its caller lacks, or a secret that opens a project hidden from the caller. Answers as version 6, where the doors of
 * former contracts are open as well.
 */
const RUNS = 60
const USERS = ['updater', 'keeper', 'almost owner', 'member', 'viewer', 'editor', 'through group'] as const
const GROUPS = ['team', 'tokens'] as const
const PROJECTS = ['alpha', 'beta', 'default'] as const
const SECRET_PROJECT = 'hushed'
const OWNER = PREDEFINED_ROLES.find(({ name }) => name === 'Owner')
const ROLES = ['Owner', 'Member', 'Reader', 'skipping', 'settings', 'of updater', 'of keeper'] as const

type UserName = (typeof USERS)[number]
type RoleName = (typeof ROLES)[number]

let app: TestBackend
let grantsOf: (user: UserName) => readonly Grant[]
let isHidden: (user: UserName) => boolean
const users = new Map<string, number>()
const groups = new Map<string, number>()
const roles = new Map<string, number>()
/** Permissions of a Member of a project. */
const memberGrants: Grant[] = []
const initialAccess = new Map<string, unknown>()
/** Secrets of tokens that open the hidden project. */
const hiddenSecrets = new Set<string>()

const idIn = (ids: ReadonlyMap<string, number>) => (name: string) => ids.get(name) ?? -1
const userId = idIn(users)
const groupId = idIn(groups)
const roleId = idIn(roles)
const inEach = (name: Permission) =>
  ['development', 'production'].map((environment) => ({ name, environment }))

beforeAll(async () => {
  app = await startBackend({
    contract: '6',
    rateLimits: { perMinute: {} },
    users: [
      {
        username: 'updater',
        roles: ['Viewer'],
        project: 'alpha',
        permissions: [{ permission: 'UPDATE_PROJECT' }],
      },
      {
        username: 'keeper',
        roles: ['Viewer'],
        project: 'alpha',
        permissions: [{ permission: 'PROJECT_USER_ACCESS_WRITE' }, { permission: 'CREATE_FEATURE' }],
      },
      {
        username: 'almost owner',
        roles: ['Viewer'],
        project: 'alpha',
        permissions: (OWNER?.permissions ?? []).map((permission) => ({ permission })),
      },
      { username: 'member', roles: ['Viewer', 'Member'], project: 'alpha' },
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'editor', roles: ['Editor'] },
      { username: 'through group', roles: ['Viewer'] },
    ],
  })
  for (const name of USERS) users.set(name, await userIdOf(app, name))
  for (const name of ['alpha', 'beta', SECRET_PROJECT]) await addProject(app, name)
  const tokenKeeper = await addRole('token keeper', 'root-custom', [
    { name: 'CREATE_CLIENT_API_TOKEN' },
    { name: 'READ_CLIENT_API_TOKEN' },
    { name: 'CREATE_PROJECT' },
  ])
  await addRole('skipping', 'custom', inEach('SKIP_CHANGE_REQUEST'))
  await addRole('settings', 'custom', [{ name: 'PROJECT_SETTINGS_WRITE' }])
  groups.set('tokens', await addGroup(app, 'tokens', { rootRoleId: tokenKeeper, members: ['through group'] }))
  groups.set('team', await addGroup(app, 'team', { members: ['member', 'viewer'] }))
  const stored = await app.backend.store.queries.selectFrom('roles').select(['id', 'name']).execute()
  for (const { id, name } of stored) roles.set(name, id)
  for (const projects of [['*'], [SECRET_PROJECT], ['alpha', SECRET_PROJECT]]) {
    const body = { tokenName: 'hidden', type: 'backend', environment: 'development', projects }
    const created = await requireSuccess(app.call('POST', '/api/admin/api-tokens', { body }))
    hiddenSecrets.add((created.body as { secret: string }).secret)
  }
  await requireSuccess(
    app.call('PUT', `/api/admin/projects/${SECRET_PROJECT}`, { body: { name: 'Hushed', mode: 'private' } }),
  )
  for (const project of PROJECTS) initialAccess.set(project, await readAccess(project))
  const { runtime } = await app.backend.windowContext()
  const subjectOf = (username: UserName) => {
    const subject = runtime.subjectOf({ kind: 'user', id: userId(username), username })
    if (subject?.kind !== 'user') throw new Error(`${username} is no user`)
    return subject
  }
  grantsOf = (username) => subjectOf(username).grants
  memberGrants.push(...grantsOf('member').filter(({ project }) => project === 'alpha'))
  isHidden = (username) => subjectOf(username).hidden?.has(SECRET_PROJECT) === true
})
afterAll(() => app.stop())

async function addRole(name: string, type: string, permissions: object[]): Promise<number> {
  const body = { name, description: name, type, permissions }
  const answer = await requireSuccess(app.call('POST', '/api/admin/roles', { body }))
  return (answer.body as { roles: { id: number } }).roles.id
}

interface Held {
  id: number
  roles: number[]
}

/** The access to a project, as the body that sets it. */
async function readAccess(project: string): Promise<unknown> {
  const { body } = await requireSuccess(app.call(getProjectAccess, { params: { projectId: project } }))
  const { users: holders, groups: teams } = body
  const having = (held: Held[], role: number) =>
    held.filter((one) => one.roles.includes(role)).map((one) => one.id)
  const given = new Set([...holders, ...teams].flatMap((one) => one.roles))
  return {
    roles: [...given].map((id) => ({ id, users: having(holders, id), groups: having(teams, id) })),
  }
}

interface Call {
  as: UserName
  method: string
  path: string
  body?: unknown
}

const anyUser = fc.constantFrom(...USERS)
const anyGroup = fc.constantFrom(...GROUPS)
const anyRole = fc.constantFrom(...ROLES)
const anyProject = fc.constantFrom('alpha', 'alpha', 'alpha', ...PROJECTS, SECRET_PROJECT)
const someRoles = fc.uniqueArray(anyRole, { minLength: 1, maxLength: 3 })
const place = fc.record({
  as: anyUser,
  project: anyProject,
  user: anyUser,
  group: anyGroup,
  roles: someRoles,
})
type Place = typeof place extends fc.Arbitrary<infer P> ? P : never

const ids = (names: readonly RoleName[]) => names.map(roleId)
const first = (names: readonly RoleName[]) => roleId(names[0] ?? 'Reader')

/** Every door that gives rights: how it is asked to give these roles, in this project, to this user or group. */
const DOORS: Record<string, (wanted: Place) => Omit<Call, 'as'>> = {
  addAccessToProject: ({ project, user, group, roles: given }) => ({
    method: 'POST',
    path: `/api/admin/projects/${project}/access`,
    body: { roles: ids(given), users: [userId(user)], groups: [groupId(group)] },
  }),
  addAccessOfUser: ({ project, user, roles: given }) => ({
    method: 'POST',
    path: `/api/admin/projects/${project}/access`,
    body: { roles: ids(given), users: [userId(user)], groups: [] },
  }),
  setProjectAccess: ({ project, user, roles: given }) => ({
    method: 'PUT',
    path: `/api/admin/projects/${project}/access`,
    body: { roles: ids(given).map((id) => ({ id, users: [userId(user)], groups: [] })) },
  }),
  setRolesForUser: ({ project, user, roles: given }) => ({
    method: 'PUT',
    path: `/api/admin/projects/${project}/users/${userId(user)}/roles`,
    body: { roles: ids(given) },
  }),
  setRolesForGroup: ({ project, group, roles: given }) => ({
    method: 'PUT',
    path: `/api/admin/projects/${project}/groups/${groupId(group)}/roles`,
    body: { roles: ids(given) },
  }),
  addRoleForUser: ({ project, user, roles: given }) => ({
    method: 'POST',
    path: `/api/admin/projects/${project}/users/${userId(user)}/roles/${first(given)}`,
    body: {},
  }),
  changeRoleForGroup: ({ project, group, roles: given }) => ({
    method: 'PUT',
    path: `/api/admin/projects/${project}/groups/${groupId(group)}/roles/${first(given)}`,
    body: {},
  }),
  addRoleAccessToProject: ({ project, user, roles: given }) => ({
    method: 'POST',
    path: `/api/admin/projects/${project}/role/${first(given)}/access`,
    body: { users: [{ id: userId(user) }], groups: [] },
  }),
  updateGroup: ({ group, user }) => ({
    method: 'PUT',
    path: `/api/admin/groups/${groupId(group)}`,
    body: { name: group, users: [{ user: { id: userId(user) } }], mappingsSSO: ['everybody'], rootRole: 2 },
  }),
  createGroup: ({ user }) => ({
    method: 'POST',
    path: '/api/admin/groups',
    body: { name: `of ${user}`, users: [{ user: { id: userId(user) } }], rootRole: 1 },
  }),
  updateRole: ({ roles: given }) => ({
    method: 'PUT',
    path: `/api/admin/roles/${first(given)}`,
    body: { name: given[0], description: '', permissions: inEach('SKIP_CHANGE_REQUEST') },
  }),
  updateUser: ({ user }) => ({
    method: 'PUT',
    path: `/api/admin/user-admin/${userId(user)}`,
    body: { rootRole: 1 },
  }),
  createPublicSignupToken: ({ project }) => ({
    method: 'POST',
    path: '/api/admin/invite-link/tokens',
    body: { name: project, expiresAt: '2099-01-01T00:00:00.000Z' },
  }),
  createServiceAccount: ({ user }) => ({
    method: 'POST',
    path: '/api/admin/service-account',
    body: { name: user, username: `robot of ${user}`, rootRole: 1 },
  }),
  createActions: ({ project, user }) => ({
    method: 'POST',
    path: `/api/admin/projects/${project}/actions`,
    body: {
      name: 'mine',
      enabled: true,
      match: { source: 'signal-endpoint', sourceId: 1, payload: {} },
      actorId: userId(user),
      actions: [],
    },
  }),
  updateProject: ({ project }) => ({
    method: 'PUT',
    path: `/api/admin/projects/${project}`,
    body: { name: project, mode: 'open' },
  }),
  createProject: ({ project }) => ({
    method: 'POST',
    path: '/api/admin/projects',
    body: { id: project, name: project },
  }),
  createApiToken: ({ project }) => ({
    method: 'POST',
    path: '/api/admin/api-tokens',
    body: { tokenName: 'mine', type: 'client', environment: 'development', projects: [project] },
  }),
  createApiTokenForAll: () => ({
    method: 'POST',
    path: '/api/admin/api-tokens',
    body: { tokenName: 'mine', type: 'client', environment: 'development', projects: ['*'] },
  }),
  getAllApiTokens: () => ({ method: 'GET', path: '/api/admin/api-tokens' }),
  getProjectApiTokens: ({ project }) => ({
    method: 'GET',
    path: `/api/admin/projects/${project}/api-tokens`,
  }),
}

/** The doors of access come most often: they are the ones that open for some. */
const ACCESS_DOORS = Object.keys(DOORS).slice(0, 8)
const door = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ACCESS_DOORS) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(DOORS)) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(DOORS).filter((name) => name.includes('Token'))) },
)
const calls = fc.array(fc.record({ door, place }), { minLength: 2, maxLength: 10 })

/** Projects that somebody creates are theirs, so only the others count. */
const known = new Set<string>(PROJECTS)
const heldBy = (name: UserName) =>
  grantsOf(name).filter(({ project }) => project === undefined || known.has(project))
const held = () => USERS.flatMap(heldBy)

/** Permissions that everybody who may update a project can give to others there: those of a Member. */
function membershipBy(name: UserName): Grant[] {
  const updated = heldBy(name).filter(({ permissions }) =>
    permissions.some(({ permission }) => permission === 'UPDATE_PROJECT'),
  )
  return updated.flatMap(({ project }) =>
    project === undefined ? [] : memberGrants.map((grant) => ({ ...grant, project })),
  )
}

function openedBeyondSight(as: UserName, answer: Answer): string[] {
  if (!isHidden(as)) return []
  const created = answer.status === 201 ? (answer.body as { secret?: string; projects?: string[] }) : {}
  const opens = created.projects?.some((project) => project === '*' || project === SECRET_PROJECT) === true
  return [
    ...[...hiddenSecrets].filter((secret) => answer.text.includes(secret)),
    ...(created.secret !== undefined && opens ? [created.secret] : []),
  ]
}

/** Calls that succeed, so that the property is not about refusals alone. */
const giving: { door: string; place: Place }[] = [
  'addAccessOfUser',
  'setRolesForUser',
  'setRolesForGroup',
].map((name) => ({
  door: name,
  place: { as: 'keeper', project: 'alpha', user: 'viewer', group: 'team', roles: ['of keeper', 'Reader'] },
}))

/** Whoever may update a project adds others, and not themselves; they have nothing to hand back. */
const adding: { door: string; place: Place }[] = (['viewer', 'updater'] as const).flatMap((user) =>
  (['updater', 'viewer'] as const).map((as) => ({
    door: 'addAccessOfUser',
    place: { as, project: 'alpha', user, group: 'team', roles: ['Member'] },
  })),
)

it('coverage Differs 1: no sequence of requests gives its callers a permission that none of them held', async () => {
  const given: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(calls, async (sequence) => {
      for (const [project, body] of initialAccess)
        await requireSuccess(app.call('PUT', `/api/admin/projects/${project}/access`, { body }))
      const before = held()
      const hiddenFrom = USERS.filter(isHidden)
      for (const { door: name, place: wanted } of sequence) {
        const { method, path, body } = DOORS[name]?.(wanted) ?? { method: 'GET', path: '/' }
        const giver = heldBy(wanted.as)
        const givable = membershipBy(wanted.as)
        const had = new Map(USERS.map((one) => [one, heldBy(one)]))
        const answer = await app.call(method, path, {
          as: wanted.as,
          ...(body === undefined ? {} : { body }),
        })
        expect(answer.status, `${name} as ${wanted.as}: ${answer.text}`).toBeLessThan(500)
        if (answer.status < 300) given[name] = (given[name] ?? 0) + 1
        expect(openedBeyondSight(wanted.as, answer), `${name} as ${wanted.as}`).toEqual([])
        for (const one of USERS) {
          const grants = [...(had.get(one) ?? []), ...giver, ...(one === wanted.as ? [] : givable)]
          const { gained } = compareGrants(grants, heldBy(one))
          expect(gained, `${one} from ${wanted.as} by ${name}`).toEqual([])
        }
        const own = compareGrants(had.get(wanted.as) ?? [], heldBy(wanted.as))
        expect(own.gained, `${wanted.as} by ${name}`).toEqual([])
        expect(compareGrants(before, held()).gained).toEqual([])
        expect(hiddenFrom.filter((one) => !isHidden(one))).toEqual([])
      }
    }),
    { numRuns: propertyRuns(RUNS), examples: [[giving], [adding]] },
  )
  for (const { door: name } of giving) expect(given[name]).toBeGreaterThan(0)
})
