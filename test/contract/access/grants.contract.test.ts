import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addGroup, giveAccess, userIdOf } from '#support/stages/access.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { addProject } from '#support/stages/projects.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createApiToken, updateApiToken, deleteApiToken } from '#shared/access/contract/api-tokens.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { createProject, deleteProject } from '#shared/projects/contract/project-lifecycle.ts'
import { createFeature, archiveFeature } from '#shared/flags/contract/features.ts'
import { deleteFeatures } from '#shared/flags/contract/archive.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'

/** Rights that come by other doors than roles: secrets of tokens, and ids of projects that are gone. */
const OWNER = 4
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'owner', roles: ['Viewer'] },
      {
        username: 'tokens',
        permissions: [
          { permission: 'CREATE_CLIENT_API_TOKEN' },
          { permission: 'READ_CLIENT_API_TOKEN' },
          { permission: 'UPDATE_CLIENT_API_TOKEN' },
          { permission: 'DELETE_CLIENT_API_TOKEN' },
          { permission: 'CREATE_PROJECT' },
        ],
        atRoot: true,
      },
      { username: 'through group', roles: ['Viewer'] },
    ],
  })
  await addProject(app, 'open')
  await addProject(app, 'closed')
  const { id } = await app.backend.store.queries
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'of tokens')
    .executeTakeFirstOrThrow()
  await addGroup(app, 'tokens', { rootRoleId: id, members: ['through group'] })
  await giveAccess(app, 'open', { roles: [OWNER], users: [await userIdOf(app, 'owner')] })
})
afterAll(() => app.stop())

const createToken = (as: string, projects: string[]) =>
  app.call(createApiToken, {
    body: { tokenName: `of ${as}`, type: 'backend', environment: 'development', projects },
    as,
  })
const setMode = (mode: string) =>
  requireSuccess(app.call('PUT', '/api/admin/projects/closed', { body: { name: 'Closed', mode } }))
const secretsFor = async (as: string, path: string) =>
  ((await app.call('GET', path, { as })).body as { tokens: { secret: string }[] }).tokens.map(
    (one) => one.secret,
  )

describe('a token for all projects', () => {
  let secret: string
  beforeAll(async () => {
    const { body } = await requireSuccess(createToken('tokens', ['*']))
    secret = body.secret
    await setMode('private')
  })
  afterAll(() => setMode('open'))

  it.each([
    ['the owner of an open project', 'owner', '/api/admin/projects/open/api-tokens'],
    ['a holder of READ_CLIENT_API_TOKEN', 'through group', '/api/admin/api-tokens'],
  ])('coverage Differs 1: is not shown to %s, who cannot see a private project', async (_who, as, path) => {
    expect(await secretsFor(as, path)).not.toContain(secret)
    await setMode('open')
    expect(await secretsFor(as, path)).toContain(secret)
    await setMode('private')
  })

  it('coverage Differs 1: is created only by a caller who sees every project', async () => {
    const refused = await createToken('through group', ['*'])
    expect(refused).toMatchObject({ status: 403, body: { name: 'ForbiddenError' } })
    expect((await createToken('through group', ['open'])).status).toBe(201)
    expect((await createToken('tokens', ['*'])).status).toBe(201)
  })

  it('is not changed or deleted by a caller who cannot see a private project', async () => {
    const as = 'through group'
    await app.call(updateApiToken, {
      params: { token: secret },
      body: { expiresAt: '2026-01-01T00:00:00.000Z' },
      as,
    })
    await app.call(deleteApiToken, { params: { token: secret }, as })
    expect((await app.call(getAllClientFeatures, { token: secret })).status).toBe(200)
  })
})

describe('the id of a deleted private project', () => {
  it('is not available to a caller who cannot see its events', async () => {
    await requireSuccess(app.call(createProject, { body: { id: 'gone', name: 'Gone', mode: 'private' } }))
    await requireSuccess(
      app.call(createFeature, { params: { projectId: 'gone' }, body: { name: 'gone-flag' } }),
    )
    await requireSuccess(
      app.call(archiveFeature, { params: { projectId: 'gone', featureName: 'gone-flag' } }),
    )
    await requireSuccess(
      app.call(deleteFeatures, { params: { projectId: 'gone' }, body: { features: ['gone-flag'] } }),
    )
    await requireSuccess(app.call(deleteProject, { params: { projectId: 'gone' } }))
    const create = (as: string) => app.call(createProject, { body: { id: 'gone', name: 'Mine' }, as })
    expect(await create('through group')).toMatchObject({ status: 409, body: { name: 'NameExistsError' } })
    expect(
      (await app.call(searchEvents, { query: { project: 'IS:gone' }, as: 'through group' })).body,
    ).toMatchObject({ total: 0 })
    expect((await create('tokens')).status).toBe(201)
  })
})

it('the check of grants treats the admin token as an Admin', async () => {
  await setMode('private')
  const { status } = await app.call(createApiToken, {
    token: ADMIN,
    body: { tokenName: 'all', type: 'backend', projects: ['*'] },
  })
  expect(status).toBe(201)
})
