import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addGroup, giveAccess, userIdOf } from '#support/stages/access.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { archiveProject } from '#shared/projects/contract/project-lifecycle.ts'
import {
  getPersonalDashboard,
  getPersonalDashboardProjectDetails,
} from '#shared/projects/contract/personal-dashboard.ts'
import { createFeature, archiveFeature, staleFeatures } from '#shared/flags/contract/features.ts'

const [ADMIN_ROLE, OWNER, MEMBER] = [1, 4, 5]
const DAY = 24 * 60 * 60 * 1000
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'anna', roles: ['Admin'] },
      { username: 'ed', roles: ['Editor'] },
      { username: 'vic', roles: ['Viewer'] },
      { username: 'deputy', roles: ['Viewer'] },
    ],
  })
  for (const id of ['mobile', 'web', 'old']) await addProject(app, id)
  const vic = await userIdOf(app, 'vic')
  const team = await addGroup(app, 'team', { members: ['vic'] })
  await addGroup(app, 'deputies', { rootRoleId: ADMIN_ROLE, members: ['deputy'] })
  await giveAccess(app, 'mobile', { roles: [MEMBER], users: [vic] })
  await giveAccess(app, 'mobile', { roles: [OWNER], users: [await userIdOf(app, 'ed')] })
  await giveAccess(app, 'mobile', { roles: [MEMBER], groups: [team] })
  await giveAccess(app, 'web', { roles: [OWNER], groups: [team] })
  await giveAccess(app, 'old', { roles: [MEMBER], users: [vic] })
  await requireSuccess(app.call(archiveProject, { params: { projectId: 'old' } }))
})
afterAll(() => app.stop())

const dashboard = async (as: string) => (await requireSuccess(app.call(getPersonalDashboard, { as }))).body
const details = async (as: string, project: string) =>
  (await requireSuccess(app.call(getPersonalDashboardProjectDetails, { params: { projectId: project }, as })))
    .body
const addFlag = (as: string, project: string, name: string, body: object = {}) =>
  requireSuccess(app.call(createFeature, { params: { projectId: project }, as, body: { name, ...body } }))

describe('the personal dashboard', () => {
  it('has projects of the user’s roles and groups, and the default one, without archived ones', async () => {
    const { projects } = await dashboard('vic')
    expect(projects).toEqual([
      { id: 'default', name: 'Default', health: 100, technicalDebt: 0, memberCount: 0, featureCount: 0 },
      { id: 'mobile', name: 'mobile', health: 100, technicalDebt: 0, memberCount: 2, featureCount: 0 },
      { id: 'web', name: 'web', health: 100, technicalDebt: 0, memberCount: 1, featureCount: 0 },
    ])
    expect((await dashboard('anna')).projects.map(({ id }) => id)).toEqual(['default'])
  })

  it('has the user’s own flags, newest first, without archived ones', async () => {
    await addFlag('vic', 'mobile', 'first')
    app.clock.advance(1000)
    await addFlag('vic', 'web', 'second', { type: 'kill-switch' })
    await addFlag('vic', 'web', 'third')
    await addFlag('ed', 'default', 'of-ed')
    await requireSuccess(
      app.call(archiveFeature, { params: { projectId: 'web', featureName: 'third' }, as: 'vic' }),
    )
    expect((await dashboard('vic')).flags).toEqual([
      { name: 'second', type: 'kill-switch', project: 'web' },
      { name: 'first', type: 'release', project: 'mobile' },
    ])
  })

  it('lists project Owners and Admins, directly or through a group', async () => {
    const { projectOwners, admins } = await dashboard('vic')
    const imageUrl = expect.stringMatching(/^https:\/\//) as string
    expect(projectOwners).toEqual([{ ownerType: 'user', name: 'ed', imageUrl }])
    const named = admins.map(({ username }) => username)
    expect(named).toEqual(['admin', 'anna', 'deputy'])
    expect(admins[1]).toEqual({ id: await userIdOf(app, 'anna'), username: 'anna', imageUrl })
  })

  it('exists for users only, not for tokens', async () => {
    for (const path of ['', '/default'])
      expect(await app.call('GET', `/api/admin/personal-dashboard${path}`)).toMatchObject({
        status: 400,
        body: { details: [{ message: 'User id is missing in request user object' }] },
      })
  })
})

describe('the dashboard of one project', () => {
  it('has the user’s roles there, each once, and the Owners', async () => {
    expect(await details('vic', 'mobile')).toMatchObject({
      roles: [{ id: MEMBER, name: 'Member', type: 'project' }],
      owners: [{ ownerType: 'user', name: 'ed' }],
    })
    expect(await details('vic', 'web')).toMatchObject({
      roles: [{ id: OWNER, name: 'Owner', type: 'project' }],
      owners: [{ ownerType: 'group', name: 'team' }],
    })
    expect(await details('anna', 'web')).toMatchObject({ roles: [] })
    expect(await details('anna', 'default')).toMatchObject({ owners: [{ ownerType: 'system' }] })
  })

  it('has its ten newest events, in words', async () => {
    const { latestEvents } = await details('vic', 'web')
    expect(latestEvents.length).toBeLessThanOrEqual(10)
    expect(latestEvents[0]).toEqual({
      id: expect.any(Number) as number,
      summary:
        '**vic** archived **[third](/projects/web/features/third)** in project **[web](/projects/web)**',
      createdBy: 'vic',
      createdByImageUrl: expect.stringMatching(/^https:\/\//) as string,
      createdAt: app.clock.now().toISOString(),
    })
    for (let n = 0; n < 12; n++) await addFlag('ed', 'default', `flag-${n}`)
    const ids = (await details('ed', 'default')).latestEvents.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(ids).toHaveLength(10)
  })

  it('has the health of the project', async () => {
    await requireSuccess(
      app.call(staleFeatures, {
        params: { projectId: 'default' },
        body: { features: ['flag-0'], stale: true },
      }),
    )
    app.clock.advance(41 * DAY)
    await addFlag('ed', 'default', 'young')
    expect(await details('ed', 'default')).toMatchObject({
      onboardingStatus: { status: 'first-flag-created', feature: expect.any(String) as string },
      insights: {
        avgHealthCurrentWindow: null,
        avgHealthPastWindow: null,
        totalFlags: 14,
        activeFlags: 1,
        staleFlags: 1,
        potentiallyStaleFlags: 12,
        health: 7,
        technicalDebt: 93,
      },
    })
  })

  it('is 404 for an unknown project', async () => {
    const answer = await app.call(getPersonalDashboardProjectDetails, {
      params: { projectId: 'nope' },
      as: 'vic',
    })
    expect([answer.status, answer.body]).toMatchObject([404, { message: 'No project found' }])
  })
})
