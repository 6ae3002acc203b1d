import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { archiveFeature, patchFeature, getFeature } from '#shared/flags/contract/features.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'

const FEATURES = '/api/admin/projects/default/features'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'maker', roles: ['Viewer'], permissions: [{ permission: 'CREATE_FEATURE' }] },
      {
        username: 'developer',
        roles: ['Viewer'],
        permissions: [
          { permission: 'CREATE_FEATURE' },
          { permission: 'CREATE_FEATURE_STRATEGY', environment: 'development' },
        ],
      },
    ],
  })
})
afterAll(() => app.stop())

const create = (body: unknown) => app.call('POST', FEATURES, { body })
const paths = (body: unknown) => (body as { details: { path?: string }[] }).details.map((one) => one.path)

describe('validating a flag name', () => {
  const validate = (body: unknown) => app.call('POST', '/api/admin/features/validate', { body })

  it('accepts a free name', async () => {
    expect(await validate({ name: 'still-free', projectId: 'default' })).toMatchObject({
      status: 200,
      text: '',
    })
    expect((await validate({ name: 'still-free' })).status).toBe(200)
  })

  it('rejects a name that is taken, also by an archived flag', async () => {
    await create({ name: 'is-taken' })
    expect((await validate({ name: 'is-taken' })).body).toMatchObject({
      message: 'A flag with that name already exists',
    })
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'is-taken' } })
    expect(await validate({ name: 'is-taken' })).toMatchObject({
      status: 409,
      body: { name: 'NameExistsError', message: 'An archived flag with that name already exists' },
    })
  })

  it.each([
    { name: 'bad name!' },
    { name: '' },
    {},
    { name: 'x', projectId: 5 },
    { name: 'x', projectId: 'nope' },
  ])('rejects %j', async (body) => {
    expect((await validate(body)).status).toBe(400)
  })
})

describe('cloning a flag without the permission to create strategies', () => {
  it.each([
    ['maker', [], 'development, production'],
    ['developer', ['development'], 'production'],
  ])('copies none where %s may not, and says where', async (as, copied, leftOut) => {
    const [from, name] = [`source-of-${as}`, `clone-of-${as}`]
    await create({ name: from })
    for (const environment of ['development', 'production'])
      await app.call('POST', `${FEATURES}/${from}/environments/${environment}/strategies`, {
        body: { name: 'default' },
      })
    const cloned = await app.call('POST', `${FEATURES}/${from}/clone`, { as, body: { name } })
    expect(cloned.status).toBe(201)
    expect(cloned.headers['halyard-strategies-left-out']).toBe(leftOut)
    expect(cloned.body).not.toHaveProperty('strategiesLeftOut')
    const { environments } = (
      await app.call(getFeature, { params: { projectId: 'default', featureName: name } })
    ).body
    expect(
      environments?.filter(({ strategies }) => (strategies ?? []).length > 0).map((one) => one.name),
    ).toEqual(copied)
    const events = await app.call('GET', `/api/admin/search/events?feature=IS:${name}`)
    const { events: log } = events.body as { events: { type: string }[] }
    expect(log.filter(({ type }) => type === 'feature-strategy-add')).toHaveLength(copied.length)
  })

  it('has no such header for callers who may', async () => {
    await create({ name: 'for-all' })
    await app.call('POST', `${FEATURES}/for-all/environments/development/strategies`, {
      body: { name: 'default' },
    })
    const cloned = await app.call('POST', `${FEATURES}/for-all/clone`, { body: { name: 'for-all-2' } })
    expect(cloned.headers).not.toHaveProperty('halyard-strategies-left-out')
  })
})

describe('cloning a flag', () => {
  const clone = (from: string, body: unknown) => app.call('POST', `${FEATURES}/${from}/clone`, { body })

  it('copies its settings, strategies, variants and parents; the copy is off and not stale', async () => {
    await create({ name: 'original', type: 'experiment', description: 'Original', impressionData: true })
    await create({ name: 'its-parent' })
    const development = `${FEATURES}/original/environments/development`
    await app.call('POST', `${development}/strategies`, {
      body: {
        name: 'flexibleRollout',
        title: 'Half',
        parameters: { rollout: '50', groupId: 'original', stickiness: 'userId' },
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
      },
    })
    await app.call('POST', `${development}/on`)
    await app.call(patchFeature, {
      params: { projectId: 'default', featureName: 'original' },
      body: [{ op: 'replace', path: '/stale', value: true }],
    })
    const variants = JSON.stringify([
      { name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default' },
    ])
    await app.backend.store.transaction(async (queries) => {
      await queries
        .insertInto('feature_dependencies')
        .values({ child: 'original', parent: 'its-parent', enabled: true, variants: '[]' })
        .execute()
      await queries
        .updateTable('feature_environments')
        .set({ variants })
        .where('feature_name', '=', 'original')
        .execute()
    })

    const { status, body } = await clone('original', { name: 'copy' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'copy',
      type: 'experiment',
      description: 'Original',
      impressionData: true,
      stale: false,
      archived: false,
    })
    const read = (name: string) =>
      app.call(getFeature, {
        params: { projectId: 'default', featureName: name },
        query: { variantEnvironments: 'true' },
      })
    const environments = (answer: { body: unknown }) =>
      (
        answer.body as {
          environments: { enabled: boolean; strategies: Record<string, unknown>[]; variants: unknown[] }[]
        }
      ).environments
    const [before, after] = [await read('original'), await read('copy')]
    expect(after.body).toMatchObject({ dependencies: [{ feature: 'its-parent' }] })
    expect(environments(after).map((one) => one.enabled)).toEqual([false, false])
    expect(environments(after)[0]?.variants).toEqual(JSON.parse(variants))
    const [was] = environments(before)[0]?.strategies ?? []
    const [is] = environments(after)[0]?.strategies ?? []
    expect(is).toEqual({
      ...was,
      id: expect.any(String) as string,
      parameters: { rollout: '50', groupId: 'copy', stickiness: 'userId' },
    })
    expect(is?.['id']).not.toBe(was?.['id'])
  })

  it('keeps the group of rollouts on request', async () => {
    await clone('original', { name: 'same-group', replaceGroupId: false })
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: 'same-group' } })).text,
    ).toContain('"groupId":"original"')
  })

  it('requires a free name and an existing flag', async () => {
    expect(await clone('original', { name: 'copy' })).toMatchObject({
      status: 409,
      body: { name: 'NameExistsError' },
    })
    expect(await clone('original', { name: 'not a name' })).toMatchObject({ status: 400 })
    expect(await clone('nope', { name: 'free' })).toMatchObject({
      status: 404,
      body: { message: 'Could not find feature flag with name nope' },
    })
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'copy' } })
    expect((await clone('copy', { name: 'free' })).status).toBe(404)
  })
})

describe('marking flags as stale in bulk', () => {
  const stale = (body: unknown) => app.call('POST', '/api/admin/projects/default/stale', { body })

  it('changes flags that are not stale yet, and skips unknown and archived ones', async () => {
    for (const name of ['old-1', 'old-2', 'old-3']) await create({ name })
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'old-3' } })
    const features = ['old-1', 'old-2', 'old-3', 'nope']
    expect(await stale({ features, stale: true })).toMatchObject({ status: 202, text: '' })
    expect((await stale({ features, stale: true })).status).toBe(202)
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: 'old-1' } })).body,
    ).toMatchObject({ stale: true })
    const { body } = await app.call(searchEvents, { query: { feature: 'IS:old-1' } })
    expect(body.events.map((one) => one.type)).toEqual(['feature-stale-on', 'feature-created'])
    await stale({ features, stale: false })
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: 'old-2' } })).body,
    ).toMatchObject({ stale: false })
  })

  it('requires the flags and the mark', async () => {
    const { status, body } = await stale({ features: ['old-1'] })
    expect([status, paths(body)]).toEqual([400, ['/body/stale']])
    expect((await stale({ stale: true })).status).toBe(400)
  })
})
