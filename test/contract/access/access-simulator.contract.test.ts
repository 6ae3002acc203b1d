import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { simulateAccess } from '#shared/access/contract/access-simulator.ts'

let app: TestBackend
const ID: Record<string, number> = {}

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'editor', roles: ['Editor'] },
      { username: 'member', roles: ['Viewer', 'Member'] },
      {
        username: 'releaser',
        permissions: [
          { permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' },
          { permission: 'SKIP_CHANGE_REQUEST', environment: 'production' },
        ],
      },
    ],
  })
  await addProject(app, 'other')
  const rows = await app.backend.store.queries.selectFrom('users').select(['id', 'username']).execute()
  for (const { id, username } of rows) ID[username ?? ''] = id
})
afterAll(() => app.stop())

const simulate = (user: string, question: object) =>
  app.call('POST', '/api/admin/access/simulator', { body: { userId: ID[user], ...question } })
const whoCan = (body: object) => app.call('POST', '/api/admin/access/who-can', { body })
const preview = (body: object) => app.call('POST', '/api/admin/access/preview', { body })
const firstDetail = (body: unknown) => (body as { details: { message: string; path?: string }[] }).details[0]

describe('the access simulator', () => {
  it.each([
    ['admin', { operationId: 'createFeature', project: 'other' }, true],
    ['viewer', { operationId: 'createFeature', project: 'default' }, false],
    ['editor', { operationId: 'createFeature', project: 'default' }, true],
    ['editor', { operationId: 'createFeature', project: 'other' }, false],
    ['member', { operationId: 'createFeature', project: 'default' }, true],
    ['viewer', { operationId: 'getProjects' }, true],
    ['editor', { operationId: 'createSegment' }, true],
    ['member', { operationId: 'createSegment' }, false],
    ['editor', { permission: 'CREATE_TAG_TYPE' }, true],
    ['releaser', { permission: 'SKIP_CHANGE_REQUEST', project: 'default', environment: 'production' }, true],
    [
      'releaser',
      { permission: 'SKIP_CHANGE_REQUEST', project: 'default', environment: 'development' },
      false,
    ],
  ])('%s %j: %s', async (user, question, allowed) => {
    const { status, body } = await simulate(user, question)
    expect(status).toBe(200)
    expect(body).toMatchObject({ user: { id: ID[user], name: user }, decision: { allowed } })
  })

  it('explains a rejection as the operation itself does', async () => {
    const question = {
      operationId: 'toggleFeatureEnvironmentOn',
      project: 'default',
      environment: 'development',
    }
    const { body } = await simulate('releaser', question)
    await app.call('POST', '/api/admin/projects/default/features', { body: { name: 'x' } })
    const refused = await app.call(
      'POST',
      '/api/admin/projects/default/features/x/environments/development/on',
      { as: 'releaser' },
    )
    expect(refused.status).toBe(403)
    expect((body as { decision: unknown }).decision).toEqual((refused.body as { decision: unknown }).decision)
    expect((body as { decision: { explanation: string[] } }).decision.explanation).toEqual([
      'of releaser in project default: holds the permission, but for another environment.',
      'The smallest grant that would do: "Enable/disable flags" in project default, for environment development.',
    ])
  })

  it.each([
    [{}, 'Ask about either an operation or a permission.', '/body/operationId'],
    [
      { operationId: 'createFeature', permission: 'ADMIN' },
      'Ask about either an operation or a permission.',
      '/body/operationId',
    ],
    [{ operationId: 'dance' }, 'There is no operation "dance".', '/body/operationId'],
    [
      { operationId: 'getFrontendFeatures' },
      '"getFrontendFeatures" is for API tokens of SDKs; no permission of a user opens it.',
      '/body/operationId',
    ],
    [{ operationId: 'createFeature' }, 'Say in which project.', '/body/project'],
    [
      { operationId: 'toggleFeatureEnvironmentOn', project: 'default' },
      'Say in which environment.',
      '/body/environment',
    ],
    [{ operationId: 'createFeature', project: 'nowhere' }, 'Project=nowhere does not exist', '/body/project'],
    [{ permission: 'ADMIN', environment: 'moon' }, 'Environment=moon does not exist', '/body/environment'],
  ])('refuses %j', async (question, message, path) => {
    const { status, body } = await simulate('viewer', question)
    expect(status).toBe(400)
    expect(firstDetail(body)).toMatchObject({ message, path })
  })

  it('lists the existing permissions', async () => {
    const { status, body } = await simulate('viewer', { permission: 'FLY' })
    expect(status).toBe(400)
    expect(firstDetail(body)?.path).toBe('/body/permission')
  })

  it('returns 404 for an unknown user', async () => {
    expect(await app.call(simulateAccess, { body: { userId: 999, permission: 'ADMIN' } })).toMatchObject({
      status: 404,
      body: { message: 'No user found' },
    })
  })
})

describe('the reverse question', () => {
  it('lists who has a permission, and how each came by it', async () => {
    const { status, body } = await whoCan({
      permission: 'SKIP_CHANGE_REQUEST',
      project: 'default',
      environment: 'production',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      needed: { anyOf: ['SKIP_CHANGE_REQUEST'], project: 'default', environment: 'production' },
      total: 5,
      users: [
        {
          id: ID['admin'],
          name: 'admin',
          username: 'admin',
          accountType: 'User',
          reasons: [{ role: { id: 1, name: 'Admin' }, via: { kind: 'direct' }, verdict: 'admin' }],
        },
        {
          id: ID['releaser'],
          name: 'releaser',
          username: 'releaser',
          accountType: 'User',
          reasons: [
            {
              role: { id: 7, name: 'of releaser' },
              via: { kind: 'direct' },
              project: 'default',
              verdict: 'grants',
            },
          ],
        },
      ],
    })
  })

  it('lists everybody for what everybody may do', async () => {
    const { body } = await whoCan({ operationId: 'getProjects' })
    expect((body as { users: unknown[] }).users).toHaveLength(5)
  })

  it('is rejected without a question', async () => {
    expect((await whoCan({})).status).toBe(400)
  })
})

describe('the preview of an access change', () => {
  it('of a role lists who loses and gains which permissions', async () => {
    const { status, body } = await preview({
      kind: 'role',
      roleId: 5,
      permissions: [{ name: 'CREATE_FEATURE' }, { name: 'MOVE_FEATURE_TOGGLE' }],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      summary: '1 user loses 12 permissions, 1 user gains 1 permission.',
      users: [
        {
          user: { id: ID['member'], name: 'member' },
          gained: [{ permission: 'MOVE_FEATURE_TOGGLE', project: 'default' }],
        },
      ],
    })
  })

  it.each([
    [() => ({ kind: 'user', userId: ID['editor'], rootRole: 1 }), '1 user gains 1 permission.'],
    [() => ({ kind: 'user', userId: ID['admin'], rootRole: 3 }), '1 user loses 1 permission.'],
    [() => ({ kind: 'user', userId: ID['viewer'], rootRole: 3 }), 'Nobody gains or loses anything.'],
    [
      () => ({ kind: 'user-project-roles', project: 'default', userId: ID['member'], roles: [] }),
      '1 user loses 13 permissions.',
    ],
    [
      () => ({ kind: 'user-project-roles', project: 'other', userId: ID['viewer'], roles: [6, 5] }),
      '1 user gains 13 permissions.',
    ],
    [
      () => ({ kind: 'group', users: [ID['viewer'], ID['member'], ID['editor']], rootRole: 2 }),
      // 37 rows of the Editor, and the eight that Update project includes
      '2 users gain 45 permissions.',
    ],
    [() => ({ kind: 'group', users: [ID['viewer']], rootRole: null }), 'Nobody gains or loses anything.'],
  ])('%#', async (change, summary) => {
    expect(await preview(change())).toMatchObject({ status: 200, body: { summary } })
  })

  it.each([
    [{ kind: 'role', roleId: 99, permissions: [] }, 'Could not find role with id: 99'],
    [{ kind: 'group', groupId: 99, users: [] }, 'Could not find group with id: 99'],
    [{ kind: 'group-deleted', groupId: 99 }, 'Could not find group with id: 99'],
    [
      { kind: 'group-project-roles', groupId: 99, project: 'default', roles: [] },
      'Could not find group with id: 99',
    ],
  ])('is 404 for what does not exist: %j', async (change, message) => {
    expect(await preview(change)).toMatchObject({ status: 404, body: { message } })
  })

  it('changes nothing', async () => {
    await preview({ kind: 'user', userId: ID['viewer'], rootRole: 1 })
    expect((await app.call('POST', '/api/admin/access/preview', { body: { kind: 'x' } })).status).toBe(400)
    const asked = { body: { kind: 'group-deleted', groupId: 1 } }
    expect((await app.call('POST', '/api/admin/access/preview', { as: 'viewer', ...asked })).status).toBe(403)
  })
})

describe('a caller who is not an Admin', () => {
  it.each([
    ['simulator', { userId: 1, permission: 'ADMIN' }],
    ['who-can', { permission: 'ADMIN' }],
  ])('gets 403 from the %s', async (path, body) => {
    expect((await app.call('POST', `/api/admin/access/${path}`, { as: 'editor', body })).status).toBe(403)
  })
})
