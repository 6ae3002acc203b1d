import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  BACKEND,
  BACKEND_PRODUCTION,
  startBackend,
  type TestBackend,
} from '#support/service/start-backend.ts'
import { createFeature, archiveFeature } from '#shared/flags/contract/features.ts'
import { getClientFeature } from '#shared/clients/contract/client-api.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'

/** Contract 6: the variants of a flag, which are those of all its environments. */
const PROJECT = '/api/admin/projects/default'
const ENVIRONMENTS = ['development', 'production']
const HALVES = [
  { name: 'a', weight: 1 },
  { name: 'b', weight: 1 },
]
let app: TestBackend
let flag = ''
let count = 0

beforeAll(async () => {
  const variants = 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS' as const
  app = await startBackend({
    contract: '6',
    users: [
      { username: 'owner', roles: ['Editor', 'Owner'] },
      {
        username: 'half',
        roles: ['Viewer'],
        permissions: [{ permission: variants, environment: 'development' }],
      },
      {
        username: 'whole',
        roles: ['Viewer'],
        permissions: ENVIRONMENTS.map((environment) => ({ permission: variants, environment })),
      },
    ],
  })
})
beforeEach(async () => {
  flag = `flag-${count++}`
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: flag } })
})
afterAll(() => app.stop())

interface Variants {
  version: number
  variants: { name: string; weight: number }[]
}
const at = (of = flag) => `${PROJECT}/features/${of}/variants`
const put = (body: unknown, as?: string) => app.call('PUT', at(), { body, ...(as ? { as } : {}) })
const patch = (body: unknown) => app.call('PATCH', at(), { body })
const read = async () => (await app.call('GET', at())).body as Variants
const environmentPath = (environment: string) =>
  `${PROJECT}/features/${flag}/environments/${environment}/variants`
const inEnvironment = async (environment: string) =>
  (await app.call('GET', environmentPath(environment))).body as Variants
const messageOf = (body: unknown) => (body as { details: { message: string; path?: string }[] }).details[0]

describe('the variants of a flag', () => {
  it('are set in all its environments, with the weights divided, and reach SDKs', async () => {
    expect(await read()).toEqual({ version: 1, variants: [] })
    const { status, body } = await put([
      { name: 'fixed', weight: 200, weightType: 'fix', stickiness: 'userId' },
      ...HALVES,
    ])
    expect(status).toBe(200)
    const even = { weight: 400, weightType: 'variable', stickiness: 'default' }
    expect(body).toEqual({
      version: 1,
      variants: [
        { name: 'a', ...even },
        { name: 'b', ...even },
        { name: 'fixed', weight: 200, weightType: 'fix', stickiness: 'userId' },
      ],
    })
    expect(await read()).toEqual(body)
    for (const environment of ENVIRONMENTS) expect(await inEnvironment(environment)).toEqual(body)
    for (const token of [BACKEND, BACKEND_PRODUCTION]) {
      const client = await app.call(getClientFeature, { params: { featureName: flag }, token })
      expect(client.body.variants).toHaveLength(3)
    }
    expect((await put([])).body).toEqual({ version: 1, variants: [] })
    expect(await read()).toEqual({ version: 1, variants: [] })
  })

  it('write an event for each environment', async () => {
    await put(HALVES, 'owner')
    const { body } = await app.call(searchEvents, { query: { feature: `IS:${flag}`, limit: '2' } })
    expect(body.events).toMatchObject(
      ['production', 'development'].map((environment) => ({
        type: 'feature-environment-variants-updated',
        environment,
        createdBy: 'owner',
        data: { variants: [{ name: 'a' }, { name: 'b' }] },
        preData: { variants: [] },
      })),
    )
  })

  it('are those of the first environment that has any, where they differ', async () => {
    await app.call('PUT', environmentPath('production'), { body: [{ name: 'live', weight: 1 }] })
    expect((await read()).variants).toMatchObject([{ name: 'live' }])
    await app.call('PUT', environmentPath('development'), { body: [{ name: 'trial', weight: 1 }] })
    expect((await read()).variants).toMatchObject([{ name: 'trial' }])
  })

  it('are changed by a JSON patch of what was read, in all environments', async () => {
    await app.call('PUT', environmentPath('development'), { body: HALVES })
    const changed = await patch([
      { op: 'replace', path: '/0/name', value: 'c' },
      { op: 'add', path: '/-', value: { name: 'd', weight: 100, weightType: 'fix' } },
    ])
    expect(changed).toMatchObject({
      status: 200,
      body: {
        variants: [
          { name: 'b', weight: 450 },
          { name: 'c', weight: 450 },
          { name: 'd', weight: 100 },
        ],
      },
    })
    for (const environment of ENVIRONMENTS) expect(await inEnvironment(environment)).toEqual(changed.body)
  })

  it.each([
    [
      [{ name: 'a' }],
      '/body/0/weight',
      'The `/body/0/weight` property is required. It was not present on the data you sent.',
    ],
    [[HALVES[0], HALVES[0]], '/body', 'contains a duplicate value'],
    [[{ name: 'a', weight: 1, weightType: 'fix' }], '/body', 'There must be at least one "variable" variant'],
  ])('are validated as those of an environment: %j', async (variants, path, message) => {
    await put(HALVES)
    const before = await read()
    const answer = await put(variants)
    const today = await app.call('PUT', environmentPath('development'), { body: variants })
    expect(answer.status).toBe(400)
    expect(messageOf(answer.body)?.path).toBe(path)
    expect(messageOf(answer.body)?.message).toContain(message)
    expect(messageOf(answer.body)).toEqual(messageOf(today.body))
    expect(await read()).toEqual(before)
  })

  it('are rejected when a patch makes them invalid', async () => {
    expect(messageOf((await patch([{ op: 'remove', path: '/7' }])).body)).toMatchObject({
      path: '/body',
      message: expect.stringContaining('Could not apply provided patch') as string,
    })
    expect(messageOf((await patch([{ op: 'add', path: '/-', value: { name: 'a' } }])).body)).toMatchObject({
      path: '/body/0/weight',
    })
  })

  it.each(['GET', 'PUT', 'PATCH'])('are 404 without the flag: %s', async (method) => {
    const answer = await app.call(method, at('nope'), method === 'GET' ? {} : { body: [] })
    expect(answer).toMatchObject({
      status: 404,
      body: { message: 'There\'s no feature named "nope" in project "default".' },
    })
  })

  it.each(['GET', 'PUT', 'PATCH'])(
    'of a private project are hidden, whatever the name: %s',
    async (method) => {
      const project = `secret-${flag}`
      await app.call(createProject, { body: { id: project, name: project, mode: 'private' } })
      await app.call(createFeature, { params: { projectId: project }, body: { name: `hush-${flag}` } })
      const call = (name: string) =>
        app.call(method, at(name), { as: 'whole', ...(method === 'GET' ? {} : { body: [] }) })
      const [there, nowhere] = [await call(`hush-${flag}`), await call('nope')]
      expect(there.status).toBe(404)
      expect(messageOf(there.body)?.message.replace(`hush-${flag}`, 'nope')).toBe(
        messageOf(nowhere.body)?.message,
      )
    },
  )

  it('cannot be changed on an archived flag', async () => {
    await put(HALVES)
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
    expect((await put([])).body).toMatchObject({ name: 'ArchivedFeatureError' })
    expect((await read()).variants).toHaveLength(2)
  })

  it('need an environment', async () => {
    await app.call(createProject, { body: { id: 'bare', name: 'bare', environments: [] } })
    await app.call(createFeature, { params: { projectId: 'bare' }, body: { name: `bare-${flag}` } })
    const { status, body } = await app.call(
      'PUT',
      `/api/admin/projects/bare/features/bare-${flag}/variants`,
      { body: [] },
    )
    expect(status).toBe(400)
    expect(messageOf(body)?.path).toBe('/params/projectId')
  })
})

describe('a user who may not change variants in an environment', () => {
  it('may not change those of the flag: the permission is needed in all environments', async () => {
    expect(await put(HALVES, 'half')).toMatchObject({
      status: 403,
      body: {
        decision: { needed: { anyOf: ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'], environment: 'production' } },
      },
    })
    expect((await read()).variants).toEqual([])
    expect((await put(HALVES, 'whole')).status).toBe(200)
  })

  it('is stopped by change requests where they are on', async () => {
    const config = `${PROJECT}/environments/production/change-requests/config`
    await app.call('PUT', config, { body: { changeRequestsEnabled: true, requiredApprovals: 1 } })
    for (const answer of [
      await put(HALVES, 'owner'),
      await app.call('PATCH', at(), { body: [], as: 'owner' }),
    ])
      expect(answer).toMatchObject({
        status: 403,
        body: {
          permissions: ['SKIP_CHANGE_REQUEST'],
          changeRequest: { project: 'default', environment: 'production', action: 'patchVariant' },
        },
      })
    expect((await read()).variants).toEqual([])
    await app.call('PUT', config, { body: { changeRequestsEnabled: false } })
    expect((await put(HALVES, 'owner')).status).toBe(200)
  })
})
