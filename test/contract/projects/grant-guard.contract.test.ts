import { beforeEach, describe, expect, it } from 'vitest'

import { addGroup, giveAccess } from '#support/stages/access.ts'
import { addProject } from '#support/stages/projects.ts'
import { createServiceAccount } from '#shared/access/contract/service-accounts.ts'
import { getRoleById } from '#shared/access/contract/roles.ts'
import { OWNER, MEMBER, READER, projectAccessStage } from './project-access-stage.ts'

const stage = projectAccessStage()
const { add, set, setUser, setGroup, removeUser, read, rolesOf, idOf, users, detailsOf, customRole } = stage

describe('the guard against granting more than one holds', () => {
  const KEEPER = [{ name: 'PROJECT_USER_ACCESS_WRITE' }, { name: 'CREATE_FEATURE' }]
  let keeping: number
  beforeEach(async () => {
    keeping = await customRole(KEEPER)
    await giveAccess(stage.app, stage.project, { roles: [keeping], users: users('keeper') })
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
        setGroup(
          await addGroup(stage.app, `${stage.project}-mine`, { members: ['keeper'] }),
          [MEMBER],
          'keeper',
        ),
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
    await addProject(stage.app, `${stage.project}-own`)
    await giveAccess(stage.app, `${stage.project}-own`, { roles: [OWNER], users: users('keeper') })
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
    const robot = await stage.app.call(createServiceAccount, {
      body: { name: `robot-${stage.project}`, username: `robot-${stage.project}`, rootRole: 3 },
    })
    const [withKeeper, without] = [
      await addGroup(stage.app, `with-${stage.project}`, { members: ['keeper', 'bob'] }),
      await addGroup(stage.app, `without-${stage.project}`, { members: ['bob'] }),
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
    const { body } = await stage.app.call(getRoleById, { params: { roleId: OWNER } })
    const { permissions } = body
    await setUser(idOf('keeper'), [await customRole(permissions)])
    const refused = await add({ roles: [OWNER], users: users('keeper') }, 'keeper')
    expect(refused.status).toBe(403)
    expect(detailsOf(refused.body)[1]?.message).toContain('Only an Owner of the project or an Admin')
  })
})
