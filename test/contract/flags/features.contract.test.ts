import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import {
  archiveFeature,
  getFeature,
  getFeatures,
  updateFeature,
  patchFeature,
} from '#shared/flags/contract/features.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'

const FEATURES = '/api/admin/projects/default/features'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend()
})
afterAll(() => app.stop())

const create = (body: unknown, project = 'default') =>
  app.call('POST', `/api/admin/projects/${project}/features`, { body })
const messages = (body: unknown) =>
  (body as { details: { message: string }[] }).details.map((one) => one.message)
const paths = (body: unknown) => (body as { details: { path?: string }[] }).details.map((one) => one.path)

describe('creating a flag', () => {
  it('requires only a name', async () => {
    const { status, body } = await create({ name: 'minimal' })
    expect(status).toBe(201)
    expect(body).toEqual({
      name: 'minimal',
      description: null,
      type: 'release',
      project: 'default',
      stale: false,
      createdAt: '2026-11-21T12:00:00.000Z',
      lastSeenAt: null,
      impressionData: false,
      archived: false,
    })
  })

  it('accepts type, description and impression data, and ignores unknown properties', async () => {
    const { status, body } = await create({
      name: 'full.one_~1',
      type: 'kill-switch',
      description: 'Full',
      impressionData: true,
      bogus: 1,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ type: 'kill-switch', description: 'Full', impressionData: true })
  })

  it('accepts a number as a name, as text', async () => {
    expect((await create({ name: 5 })).body).toMatchObject({ name: '5' })
  })

  it.each([
    ['has space', '"name" must be URL friendly. You provided "has space".'],
    ['a/b', '"name" must be URL friendly. You provided "a/b".'],
    ['50%', '"name" must be URL friendly. You provided "50%".'],
    ['..', '"name" must be URL friendly. You provided "..".'],
    ['.', '"name" must be URL friendly. You provided ".".'],
    ['flågg', '"name" must be URL friendly. You provided "flågg".'],
    ['', '"name" is not allowed to be empty.'],
    [
      'n'.repeat(101),
      `"name" length must be less than or equal to 100 characters long. You provided "${'n'.repeat(101)}".`,
    ],
  ])('rejects the name %j', async (name, message) => {
    const { status, body } = await create({ name })
    expect(status).toBe(400)
    expect(body).toMatchObject({ name: 'ValidationError' })
    expect(messages(body)).toEqual([message])
    expect(paths(body)).toEqual(['/body/name'])
  })

  it('accepts a name of 100 characters', async () => {
    expect((await create({ name: 'n'.repeat(100) })).status).toBe(201)
  })

  it.each([
    [
      { description: 'x' },
      'The `/body/name` property is required. It was not present on the data you sent.',
      '/body/name',
    ],
    [
      { name: 'x', impressionData: 'yes' },
      'The `/body/impressionData` property must be boolean. You sent "yes".',
      '/body/impressionData',
    ],
    [
      { name: 'x', type: 'bogus' },
      'The `type` property must be equal to one of the allowed values: "experiment", "kill-switch", "release", ' +
        '"operational", "permission". You provided "bogus", which is not valid. Please use one of the allowed values instead..',
      '/body/type',
    ],
    ['hello', 'The `/body` property must be object. You sent "hello".', '/body'],
    [[], 'The `/body` property must be object. You sent [].', '/body'],
  ])('rejects the body %j with the message of the contract', async (sent, message, path) => {
    const { status, body } = await create(sent)
    expect(status).toBe(400)
    expect(messages(body)).toEqual([message])
    expect(paths(body)).toEqual([path])
    expect(body).toMatchObject({ details: [{ description: message }] })
  })

  it('rejects a name that is taken, also by an archived flag', async () => {
    await create({ name: 'taken' })
    const again = await create({ name: 'taken' })
    expect([again.status, again.body]).toMatchObject([
      409,
      { name: 'NameExistsError', message: 'A flag with that name already exists' },
    ])
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'taken' } })
    expect((await create({ name: 'taken' })).body).toMatchObject({
      message: 'An archived flag with that name already exists',
    })
  })

  it('rejects an unknown project', async () => {
    expect(await create({ name: 'nowhere' }, 'nope')).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError', message: 'Active project with id nope does not exist' },
    })
  })

  it('names an unknown tag and creates nothing', async () => {
    const { status, body } = await create({ name: 'tagged', tags: [{ type: 'simple', value: 'nope' }] })
    expect(status).toBe(400)
    expect(messages(body)).toEqual(['Tag "simple:nope" does not exist'])
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: 'tagged' } })).status,
    ).toBe(404)
  })
})

describe('reading flags', () => {
  it('returns a flag with its environments, disabled', async () => {
    await create({ name: 'read-me' })
    const { body } = await app.call(getFeature, { params: { projectId: 'default', featureName: 'read-me' } })
    expect(body).toMatchObject({
      name: 'read-me',
      environments: [
        { name: 'development', type: 'development', enabled: false, strategies: [], yes: 0, no: 0 },
        { name: 'production', type: 'production', enabled: false, strategies: [] },
      ],
      createdBy: { id: -42, name: 'Unleash Admin Token User' },
      dependencies: [],
      children: [],
    })
    expect(body.environments[0]).not.toHaveProperty('variants')
  })

  it('includes the variants of each environment on request', async () => {
    const { body } = await app.call(getFeature, {
      params: { projectId: 'default', featureName: 'read-me' },
      query: { variantEnvironments: 'true' },
    })
    expect(body).toMatchObject({ environments: [{ variants: [] }, { variants: [] }] })
  })

  it('returns the project of a flag by name', async () => {
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: 'nope' } })).body,
    ).toMatchObject({
      message: 'There\'s no feature named "nope" in project "default".',
    })
    expect(
      (await app.call(getFeature, { params: { projectId: 'other', featureName: 'read-me' } })).body,
    ).toMatchObject({
      message:
        'There\'s no feature named "read-me" in project "other", but there\'s a feature with that name in project "default"',
    })
  })

  it('lists the flags of a project by name, without archived ones', async () => {
    await create({ name: 'zz-archived' })
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'zz-archived' } })
    const { body } = await app.call(getFeatures, { params: { projectId: 'default' } })
    const names = body.features.map((one) => one.name)
    expect(names).toEqual([...names].sort())
    expect(names).not.toContain('zz-archived')
    expect((await app.call(getFeatures, { params: { projectId: 'nope' } })).body).toEqual({
      version: 2,
      features: [],
    })
  })

  it('filters by the beginning of the name, and by tag', async () => {
    const { body } = await app.call(getFeatures, {
      params: { projectId: 'default' },
      query: { namePrefix: 'read' },
    })
    expect(body).toMatchObject({ features: [{ name: 'read-me' }] })
    expect(
      (await app.call(getFeatures, { params: { projectId: 'default' }, query: { tag: 'simple:none' } })).body,
    ).toMatchObject({ features: [] })
    expect(
      await app.call(getFeatures, { params: { projectId: 'default' }, query: { tag: 'bogus' } }),
    ).toMatchObject({ status: 400 })
  })

  it('rejects an invalid query', async () => {
    expect(
      await app.call(getFeature, {
        params: { projectId: 'default', featureName: 'read-me' },
        query: { variantEnvironments: 'perhaps' },
      }),
    ).toMatchObject({
      status: 400,
    })
  })
})

describe('changing a flag', () => {
  it('resets properties omitted from PUT to their defaults', async () => {
    await create({ name: 'put-me', type: 'experiment', impressionData: true, description: 'before' })
    const changed = await app.call(updateFeature, {
      params: { projectId: 'default', featureName: 'put-me' },
      body: { description: 'after', stale: true },
    })
    expect(changed.body).toMatchObject({
      description: 'after',
      stale: true,
      type: 'release',
      impressionData: false,
    })
    const emptied = await app.call(updateFeature, {
      params: { projectId: 'default', featureName: 'put-me' },
      body: {},
    })
    expect(emptied.body).toMatchObject({ description: null, stale: false })
  })

  it('keeps the name', async () => {
    const { status, body } = await app.call(updateFeature, {
      params: { projectId: 'default', featureName: 'put-me' },
      body: { name: 'other' },
    })
    expect([status, messages(body)]).toEqual([400, ['Cannot change name of feature flag']])
    expect(
      await app.call(updateFeature, { params: { projectId: 'default', featureName: 'nope' }, body: {} }),
    ).toMatchObject({ status: 404 })
  })

  it('accepts a JSON Patch, and records only changed properties', async () => {
    await create({ name: 'patch-me' })
    const patched = await app.call(patchFeature, {
      params: { projectId: 'default', featureName: 'patch-me' },
      body: [
        { op: 'replace', path: '/description', value: 'patched' },
        { op: 'replace', path: '/stale', value: true },
      ],
    })
    expect(patched).toMatchObject({ status: 200, body: { description: 'patched', stale: true } })
    const { body } = await app.call(searchEvents, { query: { feature: 'IS:patch-me' } })
    expect(body.events.map((one) => one.type)).toEqual([
      'feature-stale-on',
      'feature-metadata-updated',
      'feature-created',
    ])
    await app.call(patchFeature, {
      params: { projectId: 'default', featureName: 'patch-me' },
      body: [{ op: 'replace', path: '/stale', value: false }],
    })
    const after = await app.call(searchEvents, { query: { feature: 'IS:patch-me', limit: '1' } })
    expect(after.body).toMatchObject({ events: [{ type: 'feature-stale-off' }] })
  })

  it.each([
    [{ stale: true }, 'The `/body` property must be array. You sent {"stale":true}.'],
    [[{ op: 'replace', path: '/nope/deep', value: 1 }], /^Could not apply provided patch: /],
    [[{ op: 'replace', path: '/name', value: 'x' }], 'Cannot change name of feature flag'],
    [
      [{ op: 'replace', path: '/stale', value: 'x' }],
      'The `/body/stale` property must be boolean. You sent "x".',
    ],
    [[{ op: 'add', path: '/__proto__/polluted', value: 'x' }], /^Could not apply provided patch: /],
  ])('rejects the patch %j', async (body, message) => {
    const answer = await app.call('PATCH', `${FEATURES}/patch-me`, { body })
    expect(answer.status).toBe(400)
    expect(messages(answer.body)[0]).toMatch(message)
  })

  it('rejects an operation that is not in RFC 6902', async () => {
    const { status, body } = await app.call('PATCH', `${FEATURES}/patch-me`, {
      body: [{ op: 'bogus', path: '/stale' }],
    })
    expect(status).toBe(400)
    expect(messages(body)[0]).toContain(
      '"add", "remove", "replace", "copy", "move", "test". You provided "bogus"',
    )
    expect(
      await app.call(patchFeature, { params: { projectId: 'default', featureName: 'nope' }, body: [] }),
    ).toMatchObject({ status: 404 })
  })
})

describe('archiving a flag', () => {
  it('can be repeated, and makes it read-only', async () => {
    await create({ name: 'archive-me' })
    expect(
      (await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'archive-me' } }))
        .status,
    ).toBe(202)
    expect(
      (await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'archive-me' } }))
        .status,
    ).toBe(202)
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: 'archive-me' } })).status,
    ).toBe(404)
    const changed = await app.call(updateFeature, {
      params: { projectId: 'default', featureName: 'archive-me' },
      body: {},
    })
    expect(changed).toMatchObject({ status: 400, body: { name: 'ArchivedFeatureError' } })
    expect(
      await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'nope' } }),
    ).toMatchObject({ status: 404 })
  })

  it('is rejected while other flags depend on it', async () => {
    await create({ name: 'parent' })
    await create({ name: 'child' })
    await app.backend.store.transaction(async (queries) => {
      await queries
        .insertInto('feature_dependencies')
        .values({ child: 'child', parent: 'parent', enabled: true, variants: '[]' })
        .execute()
    })
    expect(
      await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'parent' } }),
    ).toMatchObject({
      status: 403,
      body: { name: 'InvalidOperationError' },
    })
    expect(
      (await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'child' } })).status,
    ).toBe(202)
    expect(
      (await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'parent' } })).status,
    ).toBe(202)
  })
})
