import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { OPERATIONS } from '#shared/contract/index.ts'
import { PEOPLE, PROJECT, requestsOf, type Requests } from '#support/stages/change-requests.ts'
import {
  addGuardedFlag,
  environmentCases,
  flagCases,
  type GuardedCall,
  type GuardedFlag,
} from '#support/service/guarded-calls.ts'
import { addProject } from '#support/stages/projects.ts'
import {
  BACKEND_PRODUCTION,
  FRONTEND,
  startBackend,
  type TestBackend,
} from '#support/service/start-backend.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { getFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { updateProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'
import { getAllClientFeatures, registerClientMetrics } from '#shared/clients/contract/client-api.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'

/**
 * Tests the rule: with change requests on, only users who may skip them change flags directly; Admins may do
 * anything.
 */
let app: TestBackend
let requests: Requests
let guarded: GuardedFlag
let flag: string
let segment: number
let count = 0
const seen = new Set<string>()
const CONTROLLED = OPERATIONS.filter((one) => one.changeControl !== undefined).map((one) => one.operationId)

beforeAll(async () => {
  const skip = { permission: 'SKIP_CHANGE_REQUEST', environment: 'production' } as const
  app = await startBackend({
    users: [
      ...PEOPLE,
      { username: 'owner', roles: ['Editor', 'Owner'] },
      { username: 'skipping owner', roles: ['Editor', 'Owner'], permissions: [skip] },
    ],
  })
  requests = requestsOf(app)
  await addProject(app, 'other')
})
beforeEach(async () => {
  await app.backend.store.queries.deleteFrom('change_requests').execute()
  await requests.configure(0)
  await requests.configure(0, 'development')
  guarded = await addGuardedFlag(app, requests, ++count)
  flag = guarded.flag
  const made = await app.call(createSegment, {
    body: { name: `segment-${count}`, project: 'default', constraints: [] },
  })
  segment = made.body.id
})
afterAll(async () => {
  // a new operation under change control needs a case here
  expect(CONTROLLED.filter((id) => !seen.has(id))).toEqual([])
  await app.stop()
})

const call = async ({ id, method, path, body }: GuardedCall, as: string) => {
  seen.add(id)
  return app.call(method, path, { as, ...(body === undefined ? {} : { body }) })
}

describe('in one environment', () => {
  it('changing a flag needs a change request', async () => {
    await requests.configure(1)
    const before = await app.call(getFeature, { params: { projectId: 'default', featureName: flag } })
    for (const one of environmentCases(guarded, 'production')) {
      const { status, body } = await call(one, 'owner')
      expect([one.id, status, body]).toMatchObject([
        one.id,
        403,
        {
          name: 'PermissionError',
          message:
            'You don\'t have the required permissions to perform this operation. To perform this action, you need the "SKIP_CHANGE_REQUEST" permission.',
          permissions: ['SKIP_CHANGE_REQUEST'],
          decision: { allowed: false, needed: { project: 'default', environment: 'production' } },
          changeRequest: { project: 'default', environment: 'production' },
        },
      ])
    }
    expect((await app.call(getFeature, { params: { projectId: 'default', featureName: flag } })).text).toBe(
      before.text,
    )
  })

  it('a user with the bypass permission changes it directly', async () => {
    await requests.configure(1)
    for (const one of environmentCases(guarded, 'production')) {
      const { status, text } = await call(one, 'skipping owner')
      expect([one.id, status, text]).toEqual([one.id, expect.toSatisfy((n: number) => n < 300), text])
    }
  })

  it('Admins and the admin token change it directly', async () => {
    await requests.configure(1)
    const [enable, disable] = environmentCases(guarded, 'production')
    expect((await call(enable!, 'root')).status).toBe(200)
    expect((await app.call('POST', disable!.path)).status).toBe(200)
  })

  it('the bypass permission applies only to its environment', async () => {
    await requests.configure(1, 'development')
    const [enable] = environmentCases(guarded, 'development')
    expect(await call(enable!, 'skipping owner')).toMatchObject({
      status: 403,
      body: { name: 'PermissionError' },
    })
    const both = { environments: ['production', 'development'], variants: [] }
    const path = `${PROJECT}/features/${flag}/variants-batch`
    expect((await app.call('PUT', path, { body: both, as: 'skipping owner' })).status).toBe(403)
    const one = { ...both, environments: ['production'] }
    expect((await app.call('PUT', path, { body: one, as: 'skipping owner' })).status).toBe(200)
  })

  it('nothing changes where change requests are off, also with another environment that has them', async () => {
    await requests.configure(1, 'development')
    for (const one of environmentCases(guarded, 'production')) {
      const { status, text } = await call(one, 'owner')
      expect([one.id, status, text]).toEqual([one.id, expect.toSatisfy((n: number) => n < 300), text])
    }
  })

  it('the bypass permission does not replace the permission itself', async () => {
    await requests.configure(1)
    const [enable] = environmentCases(guarded, 'production')
    expect(await call(enable!, 'skipper')).toMatchObject({
      status: 403,
      body: { permissions: ['UPDATE_FEATURE_ENVIRONMENT'] },
    })
  })
})

describe('a change to all environments of a project', () => {
  it('needs a change request where any of them needs approval, also with the bypass permission', async () => {
    await requests.configure(1)
    for (const { deed, ...one } of flagCases(guarded)) {
      for (const as of ['owner', 'skipping owner']) {
        expect([one.id, as, await call(one, as)]).toMatchObject([
          one.id,
          as,
          {
            status: 403,
            body: {
              name: 'ForbiddenError',
              message: `${deed} not allowed. Project default has change requests enabled.`,
            },
          },
        ])
      }
    }
    expect((await app.call(getFeature, { params: { projectId: 'default', featureName: flag } })).status).toBe(
      200,
    )
  })

  it('is direct for Admins, and for everybody where no environment needs approval', async () => {
    await requests.configure(1)
    const archive = flagCases(guarded).find(({ id }) => id === 'archiveFeature')!
    expect((await call(archive, 'root')).status).toBe(202)
    await requests.configure(0)
    const bulk = flagCases(guarded).find(({ id }) => id === 'archiveFeatures')!
    expect((await call(bulk, 'owner')).status).toBe(202)
  })

  it('can be requested', async () => {
    await requests.configure(1)
    const { id } = await requests.add({ action: 'archiveFeature', feature: flag }, 'owner')
    await requests.move(id, 'In review', 'owner')
    await requests.move(id, 'Approved', 'reviewer')
    await requests.move(id, 'Applied', 'applier')
    expect(
      (
        await app.call(toggleFeatureEnvironmentOn, {
          params: { projectId: 'default', featureName: flag, environment: 'production' },
        })
      ).status,
    ).toBe(400)
  })
})

describe('moving a flag', () => {
  const move = (newProjectId: string, as: string, from = 'default') =>
    call(
      {
        id: 'changeProject',
        method: 'POST',
        path: `/api/admin/projects/${from}/features/${flag}/changeProject`,
        body: { newProjectId },
      },
      as,
    )

  it('into a project with change requests is rejected', async () => {
    await app.call(updateProjectChangeRequestConfig, {
      params: { projectId: 'other', environment: 'production' },
      body: { changeRequestsEnabled: true },
    })
    expect(await move('other', 'owner')).toMatchObject({
      status: 403,
      body: {
        name: 'ForbiddenError',
        message: 'Changing project not allowed. Project other has change requests enabled.',
      },
    })
    expect((await move('other', 'root')).status).toBe(200)
    await app.call(updateProjectChangeRequestConfig, {
      params: { projectId: 'other', environment: 'production' },
      body: { changeRequestsEnabled: false },
    })
  })

  it('out of one is rejected until no request is open for it, for Admins too', async () => {
    await requests.configure(1)
    const { id } = await requests.add({ action: 'archiveFeature', feature: flag })
    expect(await move('other', 'root')).toMatchObject({
      status: 403,
      body: { message: 'Changing project not allowed. Feature is part of change requests that are open.' },
    })
    await requests.move(id, 'Cancelled')
    expect((await move('other', 'root')).status).toBe(200)
  })
})

describe('a segment', () => {
  const update = (as: string, id = segment) =>
    call(
      {
        id: 'updateSegment',
        method: 'PUT',
        path: `/api/admin/segments/${id}`,
        body: { name: `renamed-${count}`, project: 'default', constraints: [] },
      },
      as,
    )
  const remove = (as: string, id = segment) =>
    call({ id: 'removeSegment', method: 'DELETE', path: `/api/admin/segments/${id}` }, as)

  it('of a project with change requests needs a request, or the bypass permission in each such environment', async () => {
    await requests.configure(1)
    for (const answer of [await update('owner'), await remove('owner')])
      expect(answer).toMatchObject({ status: 403, body: { permissions: ['SKIP_CHANGE_REQUEST'] } })
    await requests.configure(1, 'development')
    expect((await update('skipping owner')).status).toBe(403)
    await requests.configure(0, 'development')
    expect((await update('skipping owner')).status).toBe(204)
    expect((await remove('skipping owner')).status).toBe(204)
  })

  it('of the instance needs no change request', async () => {
    await requests.configure(1)
    const { body } = await app.call(createSegment, { body: { name: `global-${count}`, constraints: [] } })
    expect((await remove('editor', body.id)).status).toBe(204)
  })
})

describe('a read', () => {
  it('is never under change control, for users and SDKs', async () => {
    await requests.configure(1)
    const metrics = {
      appName: 'app',
      instanceId: 'i',
      bucket: {
        start: '2026-11-21T11:00:00.000Z',
        stop: '2026-11-21T11:30:00.000Z',
        toggles: { [flag]: { yes: 1, no: 0, variants: {} } },
      },
    }
    const statuses = [
      (await app.call(getFeature, { params: { projectId: 'default', featureName: flag }, as: 'viewer' }))
        .status,
      (await app.call(getAllClientFeatures, { token: BACKEND_PRODUCTION })).status,
      (await app.call(getFrontendFeatures, { token: FRONTEND })).status,
      (await app.call(registerClientMetrics, { token: BACKEND_PRODUCTION, body: metrics })).status,
    ]
    expect(statuses).toEqual([200, 200, 200, 202])
  })
})

describe('change control', () => {
  const ENVIRONMENT = [
    'CREATE_FEATURE_STRATEGY',
    'UPDATE_FEATURE_STRATEGY',
    'DELETE_FEATURE_STRATEGY',
    'UPDATE_FEATURE_ENVIRONMENT',
    'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    'UPDATE_FEATURE_DEPENDENCY',
  ]

  it('is declared on every operation that needs a permission to change a flag in an environment', () => {
    const changing = OPERATIONS.filter(
      ({ access }) =>
        access.kind === 'permission' && access.anyOf.some((permission) => ENVIRONMENT.includes(permission)),
    )
    expect(changing.length).toBeGreaterThan(10)
    expect(changing.map((one) => one.operationId).filter((id) => !CONTROLLED.includes(id))).toEqual([])
  })
})
