import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addGroup, giveAccess, userIdOf } from '#support/access.ts'
import { addProject } from '#support/projects.ts'
import { startBackend, type TestBackend } from '#support/start-backend.ts'
import { createServiceAccount } from '#shared/access/contract/service-accounts.ts'
import { createRole, getRoleById } from '#shared/access/contract/roles.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { getProjectAccess } from '#shared/projects/contract/project-access.ts'

const [OWNER, MEMBER, READER] = [4, 5, 6]
let app: TestBackend
let count = 0
let project: string
let base: string
const ID: Record<string, number> = {}

beforeAll(async () => {
  app = await startBackend({
    users: ['ann', 'bob', 'owner', 'keeper', 'looker'].map((username) => ({ username, roles: ['Viewer'] })),
  })
  for (const name of ['ann', 'bob', 'owner', 'keeper', 'looker']) ID[name] = await userIdOf(app, name)
})
beforeEach(async () => {
  project = `project-${count++}`
  base = `/api/admin/projects/${project}`
  await addProject(app, project)
})
/** Roles are listed in the order they were given, which takes time to pass. */
const later = () => app.clock.advance(1000)
afterAll(() => app.stop())

const idOf = (name: string) => ID[name] ?? 0
const users = (...names: string[]) => names.map(idOf)
const add = (body: object, as?: string) =>
  app.call('POST', `${base}/access`, { body: { users: [], groups: [], ...body }, ...(as ? { as } : {}) })
const set = (roles: unknown, as?: string) =>
  app.call('PUT', `${base}/access`, { body: { roles }, ...(as ? { as } : {}) })
const setUser = (user: number | string, roles: number[], as?: string) =>
  app.call('PUT', `${base}/users/${user}/roles`, { body: { roles }, ...(as ? { as } : {}) })
const setGroup = (group: number | string, roles: number[], as?: string) =>
  app.call('PUT', `${base}/groups/${group}/roles`, { body: { roles }, ...(as ? { as } : {}) })
const removeUser = (user: number | string, as?: string) =>
  app.call('DELETE', `${base}/users/${user}/roles`, as ? { as } : {})
const removeGroup = (group: number | string, as?: string) =>
  app.call('DELETE', `${base}/groups/${group}/roles`, as ? { as } : {})
interface Access {
  users: { id: number; roleId: number; roles: number[] }[]
  groups: { id: number; roles: number[]; users: { user: { username: string } }[] }[]
  roles: { id: number; type: string }[]
}
const read = async () => (await app.call('GET', `${base}/access`)).body as Access
const rolesOf = async (name: string) => (await read()).users.find((one) => one.id === idOf(name))?.roles ?? []
const detailsOf = (body: unknown) => (body as { details: { message: string; path?: string }[] }).details
const createFlag = (as: string) =>
  app.call('POST', `${base}/features`, { body: { name: `flag-of-${as}-${count}` }, as })
const customRole = async (permissions: object[]) => {
  const { body } = await app.call(createRole, {
    body: { name: `custom-${count}-${Math.trunc(performance.now() * 1000)}`, description: '', permissions },
  })
  return body.roles.id
}
const newestEvent = async (type: string) => {
  const { body } = await app.call(searchEvents, { query: { type: `IS:${type}`, project: `IS:${project}` } })
  return body.events[0]
}

describe('the access to a project', () => {
  it('lists its users, its groups, and the available roles', async () => {
    const group = await addGroup(app, `${project}-group`, { members: ['bob'] })
    await add({ roles: [OWNER, READER], users: users('ann') })
    await add({ roles: [MEMBER], groups: [group] })
    const { body } = await app.call('GET', `${base}/access`)
    const access = body as Access
    expect(access.users).toEqual([
      {
        id: idOf('ann'),
        username: 'ann',
        imageUrl: expect.stringContaining('gravatar') as string,
        accountType: 'User',
        addedAt: app.clock.now().toISOString(),
        roleId: OWNER,
        roles: [OWNER, READER],
      },
    ])
    expect(access.groups).toMatchObject([
      { id: group, rootRole: null, roles: [MEMBER], users: [{ user: { username: 'bob' } }] },
    ])
    expect(access.roles.map((one) => one.type)).not.toContain('root')
    expect(access.roles.slice(0, 3).map((one) => one.id)).toEqual([OWNER, MEMBER, READER])
  })

  it('is readable with User access read, which Update project includes', async () => {
    const call = (as: string) => app.call('GET', `${base}/access`, { as })
    expect(await call('looker')).toMatchObject({ status: 403, body: { decision: { allowed: false } } })
    await setUser(idOf('looker'), [await customRole([{ name: 'PROJECT_USER_ACCESS_READ' }])])
    expect((await call('looker')).status).toBe(200)
    await setUser(idOf('owner'), [OWNER])
    expect((await call('owner')).status).toBe(200)
    expect((await app.call(getProjectAccess, { params: { projectId: 'nope' } })).status).toBe(404)
  })

  it('coverage Differs 4: is shown to a Member, who cannot change it', async () => {
    await setUser(idOf('ann'), [MEMBER])
    const group = await addGroup(app, `${project}-members`, { members: ['bob'] })
    await setGroup(group, [MEMBER])
    await addProject(app, `${project}-other`)
    for (const as of ['ann', 'bob']) {
      const { status, body } = await app.call('GET', `${base}/access`, { as })
      expect([status, (body as Access).users.map(({ id }) => id)]).toEqual([200, [idOf('ann')]])
      expect((await app.call('GET', `${base}-other/access`, { as })).status).toBe(403)
      for (const write of [
        add({ roles: [READER], users: users('looker') }, as),
        set([], as),
        setUser(idOf('ann'), [READER], as),
        setGroup(group, [READER], as),
        removeUser(idOf('ann'), as),
      ])
        expect((await write).status).toBe(403)
    }
    await setUser(idOf('looker'), [READER])
    expect((await app.call('GET', `${base}/access`, { as: 'looker' })).status).toBe(403)
  })
})

describe('adding access', () => {
  it('adds every role to every user and group at once, and keeps their other roles', async () => {
    const group = await addGroup(app, `${project}-group`, { members: ['bob'] })
    expect((await createFlag('ann')).status).toBe(403)
    await setUser(idOf('ann'), [READER])
    later()
    expect(await add({ roles: [MEMBER], users: users('ann', 'ann'), groups: [group] })).toMatchObject({
      status: 200,
      text: '',
    })
    expect(await rolesOf('ann')).toEqual([READER, MEMBER])
    expect((await createFlag('ann')).status).toBe(201)
    expect((await createFlag('bob')).status).toBe(201)
    expect((await newestEvent('project-access-added'))?.data).toEqual({
      roles: [MEMBER],
      users: users('ann', 'ann'),
      groups: [group],
    })
    expect((await add({ roles: [MEMBER], users: users('ann') })).status).toBe(200)
    expect(await rolesOf('ann')).toEqual([READER, MEMBER])
  })

  it.each([
    [
      { roles: [] },
      '/body/roles',
      "You can't grant access without any roles. The roles array you sent was empty.",
    ],
    [
      { roles: [MEMBER, 1, 99] },
      '/body/roles',
      "You can't add access to a project with roles that aren't project roles or that don't exist. These roles are not valid: 1, 99",
    ],
    [{ roles: [MEMBER], users: [1, 9999] }, '/body/users/1', 'Could not find user with id: 9999'],
    [{ roles: [MEMBER], users: [1], groups: [9999] }, '/body/groups/0', 'Could not find group with id: 9999'],
    [{ roles: ['x'] }, '/body/roles/0', 'The `/body/roles/0` property must be number. You sent "x".'],
  ])('rejects %j, and changes nothing', async (body, path, message) => {
    const answer = await add(body)
    expect([answer.status, detailsOf(answer.body)[0]]).toEqual([400, { description: message, message, path }])
    expect(await read()).toMatchObject({ users: [], groups: [] })
  })

  it('rejects a group that has a root role', async () => {
    const group = await addGroup(app, `${project}-admins`, { rootRoleId: 2 })
    const message = `The group "${project}-admins" has a root role: it cannot be added to a project.`
    const added = await add({ roles: [MEMBER], users: users('ann'), groups: [group] })
    expect([added.status, detailsOf(added.body)[0]?.message]).toEqual([400, message])
    expect((await setGroup(group, [MEMBER])).status).toBe(400)
    expect((await set([{ id: MEMBER, groups: [group] }])).status).toBe(400)
    expect(await read()).toMatchObject({ users: [], groups: [] })
  })
})

describe('the roles of one user or group', () => {
  it('are replaced as a whole, and an empty list removes the access', async () => {
    expect(await setUser(idOf('ann'), [MEMBER, READER])).toMatchObject({ status: 200, text: '' })
    later()
    await setUser(idOf('ann'), [OWNER, MEMBER, MEMBER])
    expect(await rolesOf('ann')).toEqual([MEMBER, OWNER])
    expect(await newestEvent('project-access-user-roles-updated')).toMatchObject({
      data: { userId: idOf('ann'), name: 'ann', roles: [MEMBER, OWNER] },
      preData: { userId: idOf('ann'), roles: [MEMBER, READER] },
    })
    expect((await createFlag('ann')).status).toBe(201)
    await setUser(idOf('ann'), [])
    expect((await read()).users).toEqual([])
    expect((await createFlag('ann')).status).toBe(403)
  })

  it('are removed from users and from groups', async () => {
    const group = await addGroup(app, `${project}-group`, { members: ['bob'] })
    expect(await setGroup(group, [MEMBER])).toMatchObject({ status: 200, text: '' })
    await setUser(idOf('bob'), [READER])
    expect(await removeUser(idOf('bob'))).toMatchObject({ status: 200, text: '' })
    expect((await createFlag('bob')).status).toBe(201)
    expect(await removeGroup(group)).toMatchObject({ status: 200, text: '' })
    expect((await app.call('POST', `${base}/features`, { body: { name: 'x' }, as: 'bob' })).status).toBe(403)
    expect(await read()).toMatchObject({ users: [], groups: [] })
    expect((await newestEvent('project-access-group-roles-deleted'))?.preData).toEqual({
      groupId: group,
      name: `${project}-group`,
      roles: [MEMBER],
    })
    expect((await newestEvent('project-access-user-roles-deleted'))?.preData).toMatchObject({ name: 'bob' })
    expect((await removeUser(idOf('bob'))).status).toBe(200)
    expect((await removeGroup(group)).status).toBe(200)
  })

  it('need an existing user or group, in an existing project', async () => {
    expect(await setUser(9999, [MEMBER])).toMatchObject({ status: 404, body: { message: 'No user found' } })
    expect((await setUser('x', [MEMBER])).status).toBe(400)
    expect((await removeUser(9999)).status).toBe(404)
    expect((await removeUser('x')).status).toBe(400)
    expect((await setGroup(9999, [MEMBER])).status).toBe(404)
    expect((await setGroup('x', [MEMBER])).status).toBe(400)
    expect((await removeGroup(9999)).status).toBe(404)
    expect((await removeGroup('x')).status).toBe(400)
    expect((await setUser(1, [1])).status).toBe(400)
    base = '/api/admin/projects/nope'
    expect((await setUser(1, [MEMBER])).status).toBe(404)
    expect((await add({ roles: [MEMBER] })).status).toBe(404)
    expect((await set([])).status).toBe(404)
  })
})

describe('setting the whole access', () => {
  it('removes everybody who is not named', async () => {
    const group = await addGroup(app, `${project}-group`)
    await add({ roles: [OWNER], users: users('ann'), groups: [group] })
    expect(
      await set([
        { id: MEMBER, users: users('ann', 'bob') },
        { id: READER, users: users('bob') },
      ]),
    ).toMatchObject({ status: 200, text: '' })
    const { users: left, groups } = await read()
    expect(left.map(({ id, roles }) => [id, roles])).toEqual([
      [idOf('ann'), [MEMBER]],
      [idOf('bob'), [MEMBER, READER]],
    ])
    expect(groups).toEqual([])
    expect(await newestEvent('project-access-updated')).toMatchObject({
      data: {
        roles: [
          { id: MEMBER, users: users('ann', 'bob'), groups: [] },
          { id: READER, users: users('bob'), groups: [] },
        ],
      },
      preData: { roles: [{ id: OWNER, users: users('ann'), groups: [group] }] },
    })
    expect((await set([])).status).toBe(200)
    expect(await read()).toMatchObject({ users: [], groups: [] })
  })

  it('names unknown users, groups and roles', async () => {
    await add({ roles: [OWNER], users: users('ann') })
    const unknown = await set([{ id: MEMBER }, { id: READER, users: [1, 9999] }])
    expect([unknown.status, detailsOf(unknown.body)[0]?.path]).toEqual([400, '/body/roles/1/users/1'])
    expect((await set([{ id: 1, users: [1] }])).status).toBe(400)
    expect(await rolesOf('ann')).toEqual([OWNER])
  })
})

describe('the guard against granting more than one holds', () => {
  const KEEPER = [{ name: 'PROJECT_USER_ACCESS_WRITE' }, { name: 'CREATE_FEATURE' }]
  let keeping: number
  beforeEach(async () => {
    keeping = await customRole(KEEPER)
    await giveAccess(app, project, { roles: [keeping], users: users('keeper') })
  })

  it('lets holders of user access write only grant and remove what they hold', async () => {
    expect((await add({ roles: [keeping], users: users('ann') }, 'keeper')).status).toBe(200)
    const narrower = await customRole([{ name: 'CREATE_FEATURE' }])
    expect((await setUser(idOf('bob'), [narrower, READER], 'keeper')).status).toBe(200)
    expect((await removeUser(idOf('ann'), 'keeper')).status).toBe(200)
  })

  it.each<[string, () => Promise<{ status: number; body: unknown }>, string]>([
    [
      'to others',
      () => add({ roles: [OWNER], users: users('ann') }, 'keeper'),
      'User tried to grant role they did not have access to',
    ],
    [
      'to oneself',
      () => setUser(idOf('keeper'), [keeping, OWNER], 'keeper'),
      'User tried to assign a role they did not have access to',
    ],
    [
      'to a group',
      async () =>
        setGroup(await addGroup(app, `${project}-mine`, { members: ['keeper'] }), [MEMBER], 'keeper'),
      'User tried to assign a role they did not have access to',
    ],
    [
      'by setting everything',
      () => set([{ id: OWNER, users: users('keeper') }], 'keeper'),
      'User tried to assign a role they did not have access to',
    ],
  ])('rejects the role of Owner or Member %s, and names what is missing', async (_how, grant, message) => {
    const before = await read()
    const refused = await grant()
    expect(refused).toMatchObject({ status: 403, body: { name: 'InvalidOperationError', message } })
    expect(detailsOf(refused.body)[1]?.message).toContain('For the role ')
    expect(detailsOf(refused.body)[1]?.message).toContain('UPDATE_FEATURE')
    const after = await read()
    expect(after.users).toEqual(before.users)
    expect(after.groups).toEqual(before.groups)
  })

  it('compares permissions per environment', async () => {
    const inOne = (environment: string) => ({ name: 'UPDATE_FEATURE_ENVIRONMENT', environment })
    const development = await customRole([...KEEPER, inOne('development')])
    const production = await customRole([inOne('production')])
    await setUser(idOf('keeper'), [development])
    expect((await add({ roles: [development], users: users('ann') }, 'keeper')).status).toBe(200)
    const refused = await add({ roles: [production], users: users('ann') }, 'keeper')
    expect(refused.status).toBe(403)
    expect(detailsOf(refused.body)[1]?.message).toContain('UPDATE_FEATURE_ENVIRONMENT (production)')
  })

  it('compares permissions per project', async () => {
    await addProject(app, `${project}-own`)
    await giveAccess(app, `${project}-own`, { roles: [OWNER], users: users('keeper') })
    expect((await add({ roles: [MEMBER], users: users('ann') }, 'keeper')).status).toBe(403)
  })

  it('ignores roles that a user keeps, and checks new ones only', async () => {
    await setUser(idOf('ann'), [OWNER])
    expect((await setUser(idOf('ann'), [OWNER, keeping], 'keeper')).status).toBe(200)
    expect(await rolesOf('ann')).toEqual([OWNER, keeping])
    const kept = [
      { id: OWNER, users: users('ann') },
      { id: keeping, users: users('keeper') },
    ]
    expect((await set(kept, 'keeper')).status).toBe(200)
    expect(await rolesOf('ann')).toEqual([OWNER])
  })

  it('lets an Owner grant every role in the project, and a Member none', async () => {
    await setUser(idOf('owner'), [OWNER])
    const skipping = await customRole([{ name: 'SKIP_CHANGE_REQUEST', environment: 'production' }])
    const given = await add({ roles: [OWNER, MEMBER, skipping], users: users('ann') }, 'owner')
    expect(given.status).toBe(200)
    await setUser(idOf('keeper'), [MEMBER])
    expect((await add({ roles: [READER], users: users('bob') }, 'keeper')).body).toMatchObject({
      name: 'PermissionError',
      permissions: ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'],
    })
    expect((await removeUser(idOf('ann'), 'keeper')).status).toBe(403)
  })

  it('coverage Differs 1: does not let a holder of Update project grant a role with more permissions', async () => {
    const updating = await customRole([{ name: 'UPDATE_PROJECT' }])
    const skipping = await customRole([{ name: 'SKIP_CHANGE_REQUEST', environment: 'production' }])
    await setUser(idOf('keeper'), [updating])
    const keeper = idOf('keeper')
    for (const role of [OWNER, MEMBER, skipping]) {
      expect((await setUser(keeper, [updating, role], 'keeper')).status).toBe(403)
      if (role !== MEMBER)
        expect((await add({ roles: [role], users: users('bob') }, 'keeper')).status).toBe(403)
      expect((await set([{ id: role, users: users('keeper') }], 'keeper')).status).toBe(403)
    }
    expect(await rolesOf('keeper')).toEqual([updating])
    const writing = await customRole([{ name: 'PROJECT_SETTINGS_WRITE' }])
    expect((await add({ roles: [updating, writing, READER], users: users('bob') }, 'keeper')).status).toBe(
      200,
    )
  })

  it('lets a holder of Update project add other people as Member or Reader, and never themselves', async () => {
    const updating = await customRole([{ name: 'UPDATE_PROJECT' }])
    await setUser(idOf('keeper'), [updating])
    const keeper = idOf('keeper')
    const robot = await app.call(createServiceAccount, {
      body: { name: `robot-${project}`, username: `robot-${project}`, rootRole: 3 },
    })
    const [withKeeper, without] = [
      await addGroup(app, `with-${project}`, { members: ['keeper', 'bob'] }),
      await addGroup(app, `without-${project}`, { members: ['bob'] }),
    ]
    const as = 'keeper'
    for (const refused of [
      await add({ roles: [MEMBER], users: users('keeper') }, as),
      await add({ roles: [MEMBER], users: users('bob', 'keeper') }, as),
      await setUser(keeper, [updating, MEMBER], as),
      await add({ roles: [MEMBER], groups: [withKeeper] }, as),
      await add({ roles: [MEMBER], users: [robot.body.id] }, as),
      await add({ roles: [MEMBER, OWNER], users: users('bob') }, as),
    ])
      expect(refused.status).toBe(403)
    expect(await rolesOf('keeper')).toEqual([updating])
    expect((await add({ roles: [MEMBER, READER], users: users('bob') }, as)).status).toBe(200)
    expect((await setUser(idOf('ann'), [MEMBER], as)).status).toBe(200)
    expect((await add({ roles: [MEMBER], groups: [without] }, as)).status).toBe(200)
    expect(await rolesOf('bob')).toEqual([MEMBER, READER])
    // a Member gives nobody anything
    expect((await add({ roles: [READER], users: users('keeper') }, 'ann')).status).toBe(403)
  })

  it('coverage Differs 1: lets only Owners and Admins grant the role Owner, which lifts the guard', async () => {
    const { body } = await app.call(getRoleById, { params: { roleId: OWNER } })
    const { permissions } = body
    await setUser(idOf('keeper'), [await customRole(permissions)])
    const refused = await add({ roles: [OWNER], users: users('keeper') }, 'keeper')
    expect(refused.status).toBe(403)
    expect(detailsOf(refused.body)[1]?.message).toContain('Only an Owner of the project or an Admin')
  })
})
