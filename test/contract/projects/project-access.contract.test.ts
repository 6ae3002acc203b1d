import { describe, expect, it } from 'vitest'

import { addGroup } from '#support/stages/access.ts'
import { addProject } from '#support/stages/projects.ts'
import { getProjectAccess } from '#shared/projects/contract/project-access.ts'
import { type Access, OWNER, MEMBER, READER, projectAccessStage } from './project-access-stage.ts'

const stage = projectAccessStage()
const {
  add,
  set,
  setUser,
  setGroup,
  removeUser,
  removeGroup,
  read,
  rolesOf,
  idOf,
  users,
  detailsOf,
  createFlag,
  customRole,
  newestEvent,
  later,
} = stage

describe('the access to a project', () => {
  it('lists its users, its groups, and the available roles', async () => {
    const group = await addGroup(stage.app, `${stage.project}-group`, { members: ['bob'] })
    await add({ roles: [OWNER, READER], users: users('ann') })
    await add({ roles: [MEMBER], groups: [group] })
    const { body } = await stage.app.call('GET', `${stage.base}/access`)
    const access = body as Access
    expect(access.users).toEqual([
      {
        id: idOf('ann'),
        username: 'ann',
        imageUrl: expect.stringContaining('gravatar') as string,
        accountType: 'User',
        addedAt: stage.app.clock.now().toISOString(),
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
    const call = (as: string) => stage.app.call('GET', `${stage.base}/access`, { as })
    expect(await call('looker')).toMatchObject({ status: 403, body: { decision: { allowed: false } } })
    await setUser(idOf('looker'), [await customRole([{ name: 'PROJECT_USER_ACCESS_READ' }])])
    expect((await call('looker')).status).toBe(200)
    await setUser(idOf('owner'), [OWNER])
    expect((await call('owner')).status).toBe(200)
    expect((await stage.app.call(getProjectAccess, { params: { projectId: 'nope' } })).status).toBe(404)
  })

  it('coverage Differs 4: is shown to a Member, who cannot change it', async () => {
    await setUser(idOf('ann'), [MEMBER])
    const group = await addGroup(stage.app, `${stage.project}-members`, { members: ['bob'] })
    await setGroup(group, [MEMBER])
    await addProject(stage.app, `${stage.project}-other`)
    for (const as of ['ann', 'bob']) {
      const { status, body } = await stage.app.call('GET', `${stage.base}/access`, { as })
      expect([status, (body as Access).users.map(({ id }) => id)]).toEqual([200, [idOf('ann')]])
      expect((await stage.app.call('GET', `${stage.base}-other/access`, { as })).status).toBe(403)
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
    expect((await stage.app.call('GET', `${stage.base}/access`, { as: 'looker' })).status).toBe(403)
  })
})

describe('adding access', () => {
  it('adds every role to every user and group at once, and keeps their other roles', async () => {
    const group = await addGroup(stage.app, `${stage.project}-group`, { members: ['bob'] })
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
    const group = await addGroup(stage.app, `${stage.project}-admins`, { rootRoleId: 2 })
    const message = `The group "${stage.project}-admins" has a root role: it cannot be added to a project.`
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
    const group = await addGroup(stage.app, `${stage.project}-group`, { members: ['bob'] })
    expect(await setGroup(group, [MEMBER])).toMatchObject({ status: 200, text: '' })
    await setUser(idOf('bob'), [READER])
    expect(await removeUser(idOf('bob'))).toMatchObject({ status: 200, text: '' })
    expect((await createFlag('bob')).status).toBe(201)
    expect(await removeGroup(group)).toMatchObject({ status: 200, text: '' })
    expect(
      (await stage.app.call('POST', `${stage.base}/features`, { body: { name: 'x' }, as: 'bob' })).status,
    ).toBe(403)
    expect(await read()).toMatchObject({ users: [], groups: [] })
    expect((await newestEvent('project-access-group-roles-deleted'))?.preData).toEqual({
      groupId: group,
      name: `${stage.project}-group`,
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
    stage.useProject('nope')
    expect((await setUser(1, [MEMBER])).status).toBe(404)
    expect((await add({ roles: [MEMBER] })).status).toBe(404)
    expect((await set([])).status).toBe(404)
  })
})

describe('setting the whole access', () => {
  it('removes everybody who is not named', async () => {
    const group = await addGroup(stage.app, `${stage.project}-group`)
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
