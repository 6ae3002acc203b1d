import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ExportedFlags, ImportFindings } from '#shared/transfer/schemas/import-export.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { exportFeatures, importToggles } from '#shared/transfer/contract/import-export.ts'
import { createFeature, getFeature, archiveFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { getContextField } from '#shared/flags/contract/context.ts'
import { listTags } from '#shared/flags/contract/feature-tags.ts'

const BATCH = '/api/admin/features-batch'
const FEATURES = '/api/admin/projects/default/features'
let app: TestBackend
let segmentId = 0

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'ann', roles: ['Admin'] },
      { username: 'member', roles: ['Viewer', 'Member'] },
      { username: 'viewer', roles: ['Viewer'] },
    ],
  })
  await addProject(app, 'other')
  const post = (path: string, body: object = {}) => app.call('POST', path, { body })
  segmentId = ((await post('/api/admin/segments', { name: 'beta', constraints: [] })).body as { id: number })
    .id
  await post('/api/admin/context', { name: 'country', legalValues: [{ value: 'NO' }] })
  for (const name of ['full', 'parent', 'plain'])
    await post(FEATURES, { name, impressionData: name === 'full' })
  const path = `${FEATURES}/full/environments/development`
  await post(`${path}/strategies`, {
    name: 'flexibleRollout',
    title: 'half',
    parameters: { rollout: '50', stickiness: 'country' },
    constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
    variants: [{ name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' }],
    segments: [segmentId],
  })
  await post(`${path}/strategies`, { name: 'default', disabled: true })
  await post(`${path}/on`)
  await app.call('PUT', `${path}/variants`, { body: [{ name: 'v1', weight: 1 }] })
  await post('/api/admin/features/full/tags', { type: 'simple', value: 'team-a' })
  await post(`${FEATURES}/full/link`, { url: 'https://example.com', title: 'Doc' })
  await post(`${FEATURES}/full/dependencies`, { feature: 'parent', enabled: false })
})
afterAll(() => app.stop())

const exported = async (query: object) =>
  (await app.call(exportFeatures, { body: { environment: 'development', ...query } })).body
const send = (deed: 'import' | 'validate', data: unknown, more: object = {}, as = 'ann') =>
  app.call('POST', `${BATCH}/${deed}`, {
    as,
    body: { project: 'default', environment: 'development', data, ...more },
  })
const findings = async (data: unknown, more: object = {}, as = 'ann') =>
  (await send('validate', data, more, as)).body as ImportFindings
const named = (data: ExportedFlags, from: string, to: string) =>
  JSON.parse(JSON.stringify(data).replaceAll(`"${from}"`, `"${to}"`)) as ExportedFlags
const least = (name: string) => ({ features: [{ name }], featureStrategies: [], tagTypes: [] })

describe('an export', () => {
  it('has flags with all their data', async () => {
    const data = await exported({ features: ['full', 'nope'] })
    expect(data).toMatchObject({
      features: [
        {
          name: 'full',
          description: null,
          type: 'release',
          project: 'default',
          stale: false,
          impressionData: true,
          archived: false,
        },
      ],
      featureStrategies: [
        {
          name: 'flexibleRollout',
          title: 'half',
          featureName: 'full',
          segments: [segmentId],
          disabled: false,
        },
        { name: 'default', disabled: true },
      ],
      featureEnvironments: [
        {
          name: 'full',
          featureName: 'full',
          environment: 'development',
          enabled: true,
          variants: [{ name: 'v1' }],
        },
      ],
      contextFields: [{ name: 'country', legalValues: [{ value: 'NO' }] }],
      featureTags: [{ featureName: 'full', tagType: 'simple', tagValue: 'team-a' }],
      segments: [{ id: segmentId, name: 'beta' }],
      tagTypes: [{ name: 'simple' }],
      dependencies: [
        { feature: 'full', dependencies: [{ feature: 'parent', enabled: false, variants: [] }] },
      ],
      links: [{ feature: 'full', links: [{ url: 'https://example.com', title: 'Doc' }] }],
    })
  })

  it('selects by tag or by project', async () => {
    const names = async (query: object) => (await exported(query)).features.map((feature) => feature.name)
    expect(await names({ tag: 'team-a' })).toEqual(['full'])
    expect(await names({ project: 'default' })).toEqual(['full', 'parent', 'plain'])
    expect(await names({ project: 'nope' })).toEqual([])
  })

  it('requires a selection and an environment', async () => {
    const answer = await app.call('POST', `${BATCH}/export`, { body: { features: ['full'] } })
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: '/body/environment' }] } })
    expect((await app.call(exportFeatures, { body: { environment: 'development' } })).status).toBe(400)
  })

  it('can be saved as a file', async () => {
    const file = { environment: 'development', features: ['plain'], downloadFile: true }
    const { headers } = await app.call(exportFeatures, { body: file })
    expect(headers['content-disposition']).toBe('attachment; filename="flags-development.json"')
  })
})

describe('an import', () => {
  it('makes the flags equal to the file, in the same and another instance', async () => {
    const data = named(await exported({ features: ['full'] }), 'full', 'copied')
    expect(await send('import', data)).toMatchObject({ status: 200, text: '' })
    const again = await exported({ features: ['copied'] })
    const withoutIds = (flags: ExportedFlags) => ({
      ...flags,
      featureStrategies: flags.featureStrategies.map(({ id: _id, ...strategy }) => strategy),
      links: flags.links?.map(({ links }) => links.map(({ url, title }) => ({ url, title }))),
    })
    expect(withoutIds(again)).toEqual(withoutIds(data))
  })

  it('overwrites existing flags, with a warning before', async () => {
    await app.call(createFeature, {
      params: { projectId: 'default' },
      body: { name: 'overwritten', description: 'old' },
    })
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: 'overwritten', environment: 'development' },
    })
    const data = {
      ...least('overwritten'),
      featureEnvironments: [{ featureName: 'overwritten', enabled: false, variants: [] }],
    }
    expect(await findings(data)).toEqual({
      errors: [],
      warnings: [
        {
          message: 'The following features already exist in this project and will be overwritten:',
          affectedItems: ['overwritten'],
        },
      ],
      permissions: [],
    })
    expect((await send('import', data)).status).toBe(200)
    const { body } = await app.call(getFeature, {
      params: { projectId: 'default', featureName: 'overwritten' },
    })
    expect(body).toMatchObject({
      description: null,
      environments: [{ enabled: false, strategies: [] }, { name: 'production' }],
    })
  })

  it('creates new context fields and tag types', async () => {
    const data = {
      ...least('with-words'),
      contextFields: [{ name: 'planet', legalValues: [{ value: 'Earth' }] }],
      tagTypes: [{ name: 'crew', color: '#00FF00' }],
      featureTags: [{ featureName: 'with-words', tagType: 'crew', tagValue: 'red' }],
    }
    expect((await send('import', data)).status).toBe(200)
    expect((await app.call(getContextField, { params: { contextField: 'planet' } })).status).toBe(200)
    const { body } = await app.call(listTags, { params: { featureName: 'with-words' } })
    expect(body).toMatchObject({ tags: [{ type: 'crew', value: 'red', color: '#00FF00' }] })
    const again = await app.call(exportFeatures, {
      body: { environment: 'development', features: ['with-words'] },
    })
    expect(again).toMatchObject({ status: 200, body: { tagTypes: [{ name: 'crew', description: null }] } })
  })

  it('skips archived flags', async () => {
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'shelved' } })
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'shelved' } })
    expect((await findings(least('shelved'))).warnings[0]?.affectedItems).toEqual(['shelved'])
    expect((await send('import', least('shelved'))).status).toBe(200)
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: 'shelved' } })).status,
    ).toBe(404)
  })

  it.each<[string, object, string, string[]]>([
    ['a segment', { segments: [{ id: 1, name: 'unheard' }] }, 'segments in the import file', ['unheard']],
    [
      'a kind of strategy',
      { featureStrategies: [{ name: 'exotic', featureName: 'new-one' }] },
      'custom strategy',
      ['exotic'],
    ],
    [
      'a legal value',
      { contextFields: [{ name: 'country', legalValues: [{ value: 'XX' }] }] },
      'matching legal values',
      ['country'],
    ],
    [
      'a parent',
      { dependencies: [{ feature: 'new-one', dependencies: [{ feature: 'orphaned' }] }] },
      'dependencies that need to be created',
      ['orphaned'],
    ],
    ['a name twice', { features: [{ name: 'new-one' }, { name: 'new-one' }] }, 'duplicate', ['new-one']],
    [
      'a flag of another project',
      { features: [{ name: 'foreign' }] },
      'other projects',
      ['foreign (in project other)'],
    ],
  ])('is blocked by %s, and changes nothing', async (_what, change, message, items) => {
    await app.call(createFeature, { params: { projectId: 'other' }, body: { name: 'foreign' } })
    const data = { ...least('new-one'), ...change }
    const { errors } = await findings(data)
    expect(errors).toEqual([{ message: expect.stringContaining(message) as string, affectedItems: items }])
    expect(await send('import', data)).toMatchObject({ status: 400, body: { name: 'BadDataError' } })
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: 'new-one' } })).status,
    ).toBe(404)
  })

  it('changes all or nothing', async () => {
    const strategy = { name: 'default', constraints: [{ contextName: 'x', operator: 'NUM_GT', value: 'y' }] }
    const data = {
      features: [{ name: 'half-1' }, { name: 'half-2' }],
      featureStrategies: [{ ...strategy, featureName: 'half-2' }],
      tagTypes: [],
    }
    expect((await send('import', data)).status).toBe(400)
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: 'half-1' } })).status,
    ).toBe(404)
  })

  it('needs the permissions of the equivalent manual changes', async () => {
    const data = {
      ...least('permitted'),
      contextFields: [{ name: 'newer' }],
      tagTypes: [{ name: 'newtype' }],
    }
    expect((await findings(data, {}, 'member')).permissions).toEqual([
      {
        message: 'We detected you are missing the following permissions:',
        affectedItems: ['CREATE_CONTEXT_FIELD', 'CREATE_TAG_TYPE'],
      },
    ])
    expect(await send('import', data, {}, 'member')).toMatchObject({
      status: 403,
      body: { name: 'PermissionError', permissions: ['CREATE_CONTEXT_FIELD', 'CREATE_TAG_TYPE'] },
    })
    expect((await send('import', least('permitted'), {}, 'viewer')).status).toBe(403)
    expect((await send('import', least('permitted'), {}, 'member')).status).toBe(200)
  })

  it('is rejected for admin tokens', async () => {
    const answer = await app.call(importToggles, {
      body: { project: 'default', environment: 'development', data: least('x') },
    })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain("You can't use an admin token to import features.")
  })

  it('requires a project, an environment of it, and flags', async () => {
    expect((await send('import', {})).status).toBe(400)
    for (const deed of ['import', 'validate'] as const) {
      expect((await send(deed, least('x'), { project: 'nope' })).status).toBe(404)
      expect(await send(deed, least('x'), { environment: 'nope' })).toMatchObject({
        status: 400,
        body: { details: [{ message: 'You have not added the current environment to the project' }] },
      })
    }
  })
})

describe('an import over the limits', () => {
  it('is rejected as a whole, counting the flags of the file together', async () => {
    const small = await startBackend({
      env: { UNLEASH_FEATURE_FLAGS_LIMIT: '4' },
      users: [{ username: 'ann', roles: ['Admin'] }],
    })
    const bring = (...names: string[]) => {
      const features = names.map((name) => ({ name }))
      const data = { features, featureStrategies: [], tagTypes: [] }
      const body = { project: 'default', environment: 'development', data }
      return small.call(importToggles, { as: 'ann', body })
    }
    expect((await bring('a', 'b')).status).toBe(200)
    expect(await bring('b', 'c', 'd', 'e')).toMatchObject({
      status: 400,
      body: {
        name: 'ExceedsLimitError',
        message: "Failed to create feature flag. You can't create more than the established limit of 4.",
      },
    })
    expect(
      (await small.call(getFeature, { params: { projectId: 'default', featureName: 'c' } })).status,
    ).toBe(404)
    expect((await bring('b', 'c', 'd')).status).toBe(200)
    expect(await bring('e')).toMatchObject({ status: 400, body: { name: 'ExceedsLimitError' } })
    await small.stop()
  })
})

describe('a large import', () => {
  it('writes an event for every change', async () => {
    const names = Array.from({ length: 600 }, (_, index) => `many-${index}`)
    const data = {
      features: names.map((name) => ({ name })),
      featureStrategies: names.flatMap((featureName) => [
        { name: 'default', featureName },
        { name: 'default', featureName },
      ]),
      featureEnvironments: names.map((featureName) => ({ featureName, enabled: true })),
      tagTypes: [],
    }
    expect((await send('import', data)).status).toBe(200)
    const told = await app.backend.store.queries
      .selectFrom('events')
      .select(['id', 'type', 'feature_name'])
      .where('feature_name', 'like', 'many-%')
      .orderBy('id')
      .execute()
    // in order, flag by flag
    const ofLast = told.filter((event) => event.feature_name === 'many-599').map(({ type }) => type)
    expect(ofLast).toEqual([
      'feature-created',
      'feature-strategy-add',
      'feature-strategy-add',
      'feature-environment-variants-updated',
      'feature-environment-enabled',
    ])
    expect(told).toHaveLength(600 * ofLast.length)
  })
})
