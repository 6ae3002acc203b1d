import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addGroup, giveAccess, userIdOf } from '#support/stages/access.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const ROLES = '/api/admin/roles'
let app: TestBackend
let count = 0
let name: string
let id: number

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'member', roles: ['Viewer'] },
      { username: 'reader', permissions: [{ permission: 'READ_ROLE' }] },
    ],
  })
  await addProject(app, 'other')
})
beforeEach(async () => {
  name = `role-${count++}`
  const { body } = await create({ name, permissions: [{ name: 'CREATE_FEATURE' }] })
  id = (body as { roles: { id: number } }).roles.id
})
afterAll(() => app.stop())

/** The whole body of a role, of which most tests say only a part. */
const whole = (body: object) => ({ description: '', permissions: [], ...body })
const create = (body: object) => app.call('POST', ROLES, { body: whole(body) })
const put = (body: object, of: number | string = id) =>
  app.call('PUT', `${ROLES}/${of}`, { body: whole(body) })
const remove = (of: number | string = id) => app.call('DELETE', `${ROLES}/${of}`)
const get = async (of: number = id) =>
  (await app.call('GET', `${ROLES}/${of}`)).body as { permissions: { name: string; environment?: string }[] }
const firstDetail = (body: unknown) => (body as { details: { message: string; path?: string }[] }).details[0]
const newestEvent = async (type: string) => {
  const { body } = await app.call('GET', `/api/admin/search/events?type=IS:${type}`)
  return (body as { events: { data: unknown; preData: unknown }[] }).events[0]
}

describe('the list of permissions', () => {
  it('is open to everybody, by kind, with environment permissions listed per environment', async () => {
    const { status, body } = await app.call('GET', '/api/admin/permissions', { as: 'viewer' })
    expect(status).toBe(200)
    const { permissions } = body as {
      permissions: {
        root: object[]
        project: object[]
        environments: { name: string; permissions: object[] }[]
      }
    }
    expect(permissions.root[0]).toEqual({ id: 1, name: 'ADMIN', displayName: 'Admin', type: 'root' })
    expect(permissions.project).toContainEqual(
      expect.objectContaining({ name: 'UPDATE_PROJECT', displayName: 'Update project', type: 'project' }),
    )
    expect(permissions.environments.map((one) => one.name)).toEqual(['development', 'production'])
    expect(permissions.environments[1]?.permissions).toHaveLength(8)
    expect(permissions.environments[1]?.permissions[0]).toMatchObject({
      name: 'CREATE_FEATURE_STRATEGY',
      type: 'environment',
      environment: 'production',
    })
  })
})

describe('reading roles', () => {
  it('lists predefined and custom roles, with the number of holders', async () => {
    const { body } = await app.call('GET', ROLES, { as: 'reader' })
    const { roles } = body as { roles: { id: number; name: string; type: string }[] }
    expect(roles.slice(0, 6).map((one) => [one.id, one.name, one.type])).toEqual([
      [1, 'Admin', 'root'],
      [2, 'Editor', 'root'],
      [3, 'Viewer', 'root'],
      [4, 'Owner', 'project'],
      [5, 'Member', 'project'],
      [6, 'Reader', 'project'],
    ])
    expect(roles.at(-1)).toEqual({ id, name, type: 'custom', description: '' })
    const window = app.backend.appRouter.createCaller(await app.backend.windowContext())
    const { roles: counted } = await window.getRoles({})
    expect(counted[2]).toMatchObject({ userCount: 2, groupCount: 0, serviceAccountCount: 0 })
    expect(counted.at(-1)).toMatchObject({ id, userCount: 0 })
  })

  it('returns one with its permissions; those of predefined roles apply in every environment', async () => {
    const answer = await app.call('GET', `${ROLES}/4`, { as: 'reader' })
    expect(answer.status).toBe(200)
    const { permissions } = answer.body as { permissions: { name: string; environment?: string }[] }
    expect(
      permissions.filter((one) => one.name === 'UPDATE_FEATURE_ENVIRONMENT').map((one) => one.environment),
    ).toEqual(['development', 'production'])
    expect(await app.call('GET', `${ROLES}/9999`)).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError', message: 'Could not find role with id: 9999' },
    })
    expect((await app.call('GET', `${ROLES}/abc`)).status).toBe(400)
  })
})

describe('creating a role', () => {
  it('creates a project role by default, with an event', async () => {
    const own = `${name}-flipper`
    const permissions = [
      { name: 'READ_PROJECT_API_TOKEN' },
      { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
      { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
    ]
    const { status, body } = await create({ name: `  ${own} `, description: 'Flips', permissions })
    expect(status).toBe(200)
    const { roles } = body as { roles: { id: number } }
    expect(roles).toEqual({ id: roles.id, name: own, description: 'Flips', type: 'custom' })
    expect((await get(roles.id)).permissions).toMatchObject(permissions.slice(0, 2))
    expect((await newestEvent('role-created'))?.data).toEqual({
      ...roles,
      permissions: permissions.slice(0, 2),
    })
  })

  it('creates a root role, and accepts permissions by number', async () => {
    const { body } = await app.call('GET', '/api/admin/permissions')
    const { root } = (body as { permissions: { root: { id: number; name: string }[] } }).permissions
    const logs = root.find((one) => one.name === 'READ_LOGS')
    const created = await create({
      name: `${name}-root`,
      type: 'root-custom',
      permissions: [{ id: logs?.id }, { name: 'CREATE_SEGMENT', environment: '' }],
    })
    const { roles } = created.body as { roles: { id: number; type: string } }
    expect(roles.type).toBe('root-custom')
    expect((await get(roles.id)).permissions.map((one) => one.name)).toEqual(['READ_LOGS', 'CREATE_SEGMENT'])
  })

  it('requires a unique name', async () => {
    const taken = {
      status: 409,
      body: { name: 'NameExistsError', message: `There already exists a role with the name ${name}` },
    }
    expect(await create({ name })).toMatchObject(taken)
    expect((await create({ name: 'Owner', type: 'root-custom' })).status).toBe(409)
    const validate = (body: unknown) => app.call('POST', `${ROLES}/validate`, { body })
    expect(await validate({ name })).toMatchObject(taken)
    expect(await validate({ name: `${name}-free` })).toMatchObject({ status: 200, text: '' })
    expect((await validate({ name: ' ' })).status).toBe(400)
  })

  const envNote = 'name the environment that it is for'
  it.each([
    [{ name: '' }, '/body/name', 'fewer than 1'],
    [{}, '/body/name', 'required'],
    [{ name: 'x', type: 'root' }, '/body/type', 'allowed values: "root-custom", "custom"'],
    [{ name: 'x', permissions: [{}] }, '/body/permissions/0', 'needs a `name` or an `id`'],
    [
      { name: 'x', permissions: [{ name: 'CREATE_FEATURE' }, { name: 'A' }, { id: 999 }] },
      '/body/permissions/1',
      "Invalid permissions supplied. The following permissions don't exist: A, permission with ID: 999.",
    ],
    [
      { name: 'x', permissions: [{ name: 'ADMIN' }], type: 'root-custom' },
      '/body/permissions/0',
      'ADMIN cannot be part',
    ],
    [{ name: 'x', permissions: [{ name: 'ADMIN' }] }, '/body/permissions/0', 'ADMIN cannot be part'],
    [
      { name: 'x', permissions: [{ name: 'CREATE_FEATURE' }, { name: 'READ_ROLE' }] },
      '/body/permissions/1',
      'READ_ROLE is a root permission',
    ],
    [
      { name: 'x', type: 'root-custom', permissions: [{ name: 'CREATE_FEATURE' }] },
      '/body/permissions/0',
      'CREATE_FEATURE is a project permission',
    ],
    [
      {
        name: 'x',
        type: 'root-custom',
        permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' }],
      },
      '/body/permissions/0',
      'UPDATE_FEATURE_ENVIRONMENT is an environment permission',
    ],
    [
      { name: 'x', permissions: [{ name: 'CREATE_FEATURE', environment: 'development' }] },
      '/body/permissions/0',
      'does not know environments',
    ],
    [{ name: 'x', permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT' }] }, '/body/permissions/0', envNote],
    [
      { name: 'x', permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: null }] },
      '/body/permissions/0',
      envNote,
    ],
    [
      { name: 'x', permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'staging' }] },
      '/body/permissions/0',
      'the environment "staging" does not exist',
    ],
  ])('rejects %j', async (body, path, message) => {
    const before = await app.call('GET', ROLES)
    const answer = await create(body)
    expect(answer.status).toBe(400)
    expect(firstDetail(answer.body)).toMatchObject({
      path,
      message: expect.stringContaining(message) as string,
    })
    expect((await app.call('GET', ROLES)).body).toEqual(before.body)
  })
})

describe.each(['custom', 'root-custom'])('a custom role of type %s', (type) => {
  it.each([
    ['description', { permissions: [] }, '/body/description'],
    ['description that is null', { description: null, permissions: [] }, '/body/description'],
    ['permissions', { description: 'x' }, '/body/permissions'],
    ['permissions that are null', { description: 'x', permissions: null }, '/body/permissions'],
  ])('coverage Differs 2: requires %s, on POST and PUT', async (_what, rest, path) => {
    const made = await create({ name: `${name}-${type}`, type })
    const { id: existing } = (made.body as { roles: { id: number } }).roles
    for (const [method, at, body] of [
      ['POST', ROLES, { name: `${name}-${type}-new`, type, ...rest }],
      ['PUT', `${ROLES}/${existing}`, { name: `${name}-${type}`, ...rest }],
    ] as const) {
      const answer = await app.call(method, at, { body })
      expect([answer.status, firstDetail(answer.body)?.path]).toEqual([400, path])
    }
  })

  it('coverage Differs 2: may hold an empty set of permissions', async () => {
    const made = await create({ name: `${name}-${type}`, type, description: '', permissions: [] })
    expect(made.status).toBe(200)
  })
})

describe('changing a role', () => {
  it('replaces its description and its permissions', async () => {
    expect(await put({ name: `${name}-b`, description: 'B' })).toMatchObject({
      status: 200,
      body: { version: 1, roles: { id, name: `${name}-b`, description: 'B', type: 'custom' } },
    })
    await put({ name, description: 'B', permissions: [{ name: 'DELETE_FEATURE' }] })
    expect(await get()).toMatchObject({ name, description: 'B', permissions: [{ name: 'DELETE_FEATURE' }] })
    await put({ name, permissions: [] })
    expect(await get()).toMatchObject({ description: '', permissions: [] })
    expect(await newestEvent('role-updated')).toMatchObject({
      data: { id, permissions: [] },
      preData: { id, permissions: [{ name: 'DELETE_FEATURE' }] },
    })
  })

  it('takes effect with its own reply, for all who have the role', async () => {
    await giveAccess(app, 'default', { roles: [id], users: [await userIdOf(app, 'member')] })
    const flag = (flagName: string) =>
      app.call('POST', '/api/admin/projects/default/features', { body: { name: flagName }, as: 'member' })
    expect((await flag(`${name}-1`)).status).toBe(201)
    await put({ name, permissions: [] })
    expect((await flag(`${name}-2`)).status).toBe(403)
    await put({ name, permissions: [{ name: 'CREATE_FEATURE' }] })
    expect((await flag(`${name}-2`)).status).toBe(201)
  })

  it('rejects all that creating rejects, and another type', async () => {
    expect((await put({ name: 'Owner' })).status).toBe(409)
    expect((await put({ name }, 9999)).status).toBe(404)
    expect((await put({ name }, 'x')).status).toBe(400)
    const retyped = await put({ name, type: 'root-custom' })
    expect([retyped.status, firstDetail(retyped.body)?.path]).toEqual([400, '/body/type'])
    expect((await put({ name: `${name}-c`, permissions: [{ name: 'ADMIN' }] })).status).toBe(400)
    expect(await get()).toMatchObject({ name, permissions: [{ name: 'CREATE_FEATURE' }] })
  })

  it.each([1, 4])('is rejected for built-in role %i', async (builtIn) => {
    const refused = {
      status: 403,
      body: { name: 'InvalidOperationError', message: 'You cannot change built in roles.' },
    }
    expect(await put({ name: 'x', permissions: [] }, builtIn)).toMatchObject(refused)
    expect(await remove(builtIn)).toMatchObject(refused)
  })
})

describe('deleting a role', () => {
  it('succeeds while nobody holds it', async () => {
    expect(await remove()).toMatchObject({ status: 200, text: '' })
    expect((await newestEvent('role-deleted'))?.preData).toMatchObject({
      name,
      permissions: [{ name: 'CREATE_FEATURE' }],
    })
    expect(await remove()).toMatchObject({
      status: 404,
      body: { message: `Could not find role with id: ${id}` },
    })
    expect((await remove('abc')).status).toBe(400)
  })

  it('is rejected while users or groups hold it, with their number', async () => {
    const [member, viewer] = [await userIdOf(app, 'member'), await userIdOf(app, 'viewer')]
    await giveAccess(app, 'default', { roles: [id], users: [member] })
    const groups = [await addGroup(app, `${name}-group`)]
    await giveAccess(app, 'other', { roles: [id], users: [member, viewer], groups })
    const refused = await remove()
    expect(refused).toMatchObject({ status: 400, body: { name: 'RoleInUseError' } })
    expect((refused.body as { message: string }).message).toBe(
      'Role is in use by users(2) or groups(1). You cannot delete a role that is in use without first removing the role from the users and groups.',
    )
    expect((await app.call('GET', `/api/admin/projects/roles/${id}/access`)).body).toEqual({
      projects: [
        { project: 'default', role: id, userCount: 1, groupCount: 0, serviceAccountCount: 0 },
        { project: 'other', role: id, userCount: 2, groupCount: 1, serviceAccountCount: 0 },
      ],
    })
  })

  it('is rejected while it is the root role of a group', async () => {
    const { body } = await create({ name: `${name}-root`, type: 'root-custom' })
    const { id: rootRoleId } = (body as { roles: { id: number } }).roles
    await addGroup(app, `${name}-group`, { rootRoleId })
    expect((await remove(rootRoleId)).body).toMatchObject({ name: 'RoleInUseError' })
    expect((await app.call('GET', `/api/admin/projects/roles/${rootRoleId}/access`)).body).toEqual({
      projects: [],
    })
    expect((await app.call('GET', '/api/admin/projects/roles/9999/access')).status).toBe(404)
    expect((await app.call('GET', '/api/admin/projects/roles/abc/access')).status).toBe(400)
  })
})

it('only Admins change roles; READ_ROLE allows reading them', async () => {
  expect((await app.call('GET', ROLES, { as: 'viewer' })).status).toBe(403)
  expect((await app.call('POST', ROLES, { as: 'reader', body: whole({ name: 'x' }) })).status).toBe(403)
  expect((await app.call('DELETE', `${ROLES}/${id}`, { as: 'reader' })).status).toBe(403)
})
