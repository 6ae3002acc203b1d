import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature, archiveFeature } from '#shared/flags/contract/features.ts'
import { getClientFeature } from '#shared/clients/contract/client-api.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'

const FEATURES = '/api/admin/projects/default/features'
let app: TestBackend
let flag = ''
let count = 0

beforeAll(async () => {
  app = await startBackend({
    users: [
      {
        username: 'dev',
        permissions: [{ permission: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS', environment: 'development' }],
      },
    ],
  })
})
beforeEach(async () => {
  flag = `flag-${count++}`
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: flag } })
})
afterAll(() => app.stop())

const pathOf = (environment = 'development') => `${FEATURES}/${flag}/environments/${environment}/variants`
const put = (body: unknown, environment?: string) => app.call('PUT', pathOf(environment), { body })
const patch = (body: unknown) => app.call('PATCH', pathOf(), { body })
const read = async (environment?: string) =>
  (await app.call('GET', pathOf(environment))).body as { version: number; variants: { weight: number }[] }
const messages = (body: unknown) => (body as { details: { message: string }[] }).details.map((d) => d.message)

describe('replacing the variants of a flag in an environment', () => {
  it('divides the weight, and reaches SDKs', async () => {
    const body = [
      { name: 'v3', weight: 1, weightType: 'variable', stickiness: 'default' },
      { name: 'v1', weight: 200, weightType: 'fix', stickiness: 'userId' },
      { name: 'v2', weight: 1, payload: { type: 'json', value: '{"a":1}' } },
    ]
    const answer = await put(body)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      version: 1,
      variants: [
        { name: 'v1', weight: 200, weightType: 'fix', stickiness: 'userId' },
        {
          name: 'v2',
          weight: 400,
          weightType: 'variable',
          stickiness: 'default',
          payload: { type: 'json', value: '{"a":1}' },
        },
        { name: 'v3', weight: 400, weightType: 'variable', stickiness: 'default' },
      ],
    })
    expect(await read()).toEqual(answer.body)
    expect((await read('production')).variants).toEqual([])
    const client = await app.call(getClientFeature, { params: { featureName: flag }, token: BACKEND })
    expect(client.body.variants).toHaveLength(3)
  })

  it('accepts name and weight only', async () => {
    expect((await put([{ name: 'only', weight: 7 }])).body).toMatchObject({
      variants: [{ name: 'only', weight: 1000, weightType: 'variable', stickiness: 'default' }],
    })
    expect((await put([])).body).toEqual({ version: 1, variants: [] })
  })

  it.each([
    [[{ name: 'v1' }], 'The `/body/0/weight` property is required. It was not present on the data you sent.'],
    [
      [
        { name: 'v1', weight: 500 },
        { name: 'v1', weight: 500 },
      ],
      '"[1]" contains a duplicate value. You provided "v1".',
    ],
    [[{ name: 'v1', weight: 100, weightType: 'fix' }], 'There must be at least one "variable" variant'],
    [
      [
        { name: 'v1', weight: 900, weightType: 'fix' },
        { name: 'v2', weight: 900, weightType: 'fix' },
        { name: 'v3', weight: 0 },
      ],
      'The traffic distribution total must equal 100%',
    ],
    [
      [{ name: 'v1', weight: 1, payload: { type: 'json', value: '{' } }],
      "'value' must be a valid json string when 'type' is json. You provided \"{\".",
    ],
    [
      [{ name: 'v1', weight: 1, payload: { type: 'xml', value: '<a/>' } }],
      expect.stringContaining('"json", "csv", "string", "number"'),
    ],
  ])('refuses %j', async (body, message) => {
    const answer = await put(body)
    expect([answer.status, messages(answer.body)[0]]).toEqual([400, message])
    expect((await read()).variants).toEqual([])
  })

  it('needs the flag, its environment and the permission there', async () => {
    expect(await put([], 'nope')).toMatchObject({
      status: 404,
      body: { message: `Could not find ${flag} in nope` },
    })
    expect((await app.call('GET', pathOf('nope'))).status).toBe(404)
    expect((await app.call('PUT', pathOf(), { as: 'dev', body: [] })).status).toBe(200)
    expect(await app.call('PUT', pathOf('production'), { as: 'dev', body: [] })).toMatchObject({
      status: 403,
      body: { permissions: ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'] },
    })
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
    expect(await put([])).toMatchObject({ status: 400, body: { name: 'ArchivedFeatureError' } })
  })

  it('writes an event with before and after', async () => {
    await put([{ name: 'a', weight: 1 }])
    await put([])
    const { body } = await app.call(searchEvents, { query: { feature: `IS:${flag}`, limit: '1' } })
    expect(body).toMatchObject({
      events: [
        {
          type: 'feature-environment-variants-updated',
          environment: 'development',
          data: { variants: [] },
          preData: { variants: [{ name: 'a' }] },
        },
      ],
    })
  })
})

describe('patching variants', () => {
  const v0 = { name: 'v0', weight: 1, weightType: 'variable', stickiness: 'default' }

  it('adds, changes, moves, copies and removes', async () => {
    await put([
      { name: 'v1', weight: 200, weightType: 'fix' },
      { name: 'v2', weight: 1 },
      { name: 'v3', weight: 1 },
    ])
    const added = await patch([{ op: 'add', path: '/0', value: v0 }])
    expect(added.body).toMatchObject({
      variants: [
        { name: 'v0', weight: 267 },
        { name: 'v1', weight: 200 },
        { name: 'v2', weight: 267 },
        { name: 'v3', weight: 266 },
      ],
    })
    const { status } = await patch([
      { op: 'test', path: '/1/name', value: 'v1' },
      { op: 'replace', path: '/1/weight', value: 400 },
      { op: 'remove', path: '/3' },
      { op: 'add', path: '/-', value: { name: 'v9', weight: 0 } },
    ])
    expect(status).toBe(200)
    expect((await read()).variants.map(({ weight }) => weight)).toEqual([200, 400, 200, 200])
  })

  it.each([
    [[{ op: 'replace', path: '/7/weight', value: 1 }], /^Could not apply provided patch: /],
    [[{ op: 'test', path: '/0/name', value: 'x' }], /^Could not apply provided patch: /],
    [[{ op: 'replace', path: '/0/weight', value: 'much' }], /`\/body\/0\/weight` property must be/],
    [[{ op: 'replace', path: '', value: { name: 'x' } }], /must be array/],
    [[{ op: 'smash', path: '/0' }], /"add", "remove", "replace"/],
    [{ op: 'remove', path: '/0' }, /must be array/],
  ])('rejects %j and changes nothing', async (body, message) => {
    await put([{ name: 'a', weight: 1 }])
    const answer = await patch(body)
    expect(answer.status).toBe(400)
    expect(messages(answer.body)[0]).toMatch(message)
    expect(await read()).toMatchObject({ variants: [{ name: 'a', weight: 1000 }] })
  })

  it('of an unknown flag is 404', async () => {
    const path = `${FEATURES}/nope/environments/development/variants`
    expect((await app.call('PATCH', path, { body: [] })).status).toBe(404)
  })
})

describe('replacing variants in several environments', () => {
  const batch = (body: unknown, as?: string) =>
    app.call('PUT', `${FEATURES}/${flag}/variants-batch`, { body, ...(as ? { as } : {}) })

  it('changes all, or none', async () => {
    const variants = [{ name: 'p1', weight: 1000 }]
    const { body } = await batch({ environments: ['development', 'production'], variants })
    expect(body).toEqual({
      version: 1,
      variants: [{ name: 'p1', weight: 1000, weightType: 'variable', stickiness: 'default' }],
    })
    expect((await read('production')).variants).toHaveLength(1)
    expect((await batch({ environments: ['development', 'nope'], variants: [] })).status).toBe(404)
    expect((await read()).variants).toHaveLength(1)
    expect(messages((await batch({ environments: [], variants })).body)).toEqual(['No environments provided'])
  })

  it('needs the permission in each', async () => {
    expect((await batch({ environments: ['development'], variants: [] }, 'dev')).status).toBe(200)
    expect((await batch({ environments: ['development', 'production'], variants: [] }, 'dev')).status).toBe(
      403,
    )
  })
})

it('the weights of variants always add up, whatever is sent and patched', async () => {
  const variant = fc.record(
    {
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      weight: fc.integer({ min: 0, max: 1000 }),
      weightType: fc.constantFrom('variable', 'fix'),
    },
    { requiredKeys: ['name', 'weight'] },
  )
  const operation = fc.oneof(
    fc.record({ op: fc.constant('add'), path: fc.constantFrom('/0', '/-'), value: variant }),
    fc.record({ op: fc.constant('remove'), path: fc.constantFrom('/0', '/1', '/9') }),
    fc.record({
      op: fc.constant('replace'),
      path: fc.constant('/0/weight'),
      value: fc.integer({ min: -5, max: 1005 }),
    }),
    fc.record({ op: fc.constant('copy'), from: fc.constant('/0'), path: fc.constant('/-') }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(variant, { maxLength: 5 }),
      fc.array(operation, { maxLength: 4 }),
      async (all, ops) => {
        const sent = await put(all)
        const before = await read()
        const patched = await patch(ops)
        const after = await read()
        for (const { variants } of [before, after]) {
          const sum = variants.reduce((total, { weight }) => total + weight, 0)
          expect(variants.length === 0 ? 1000 : sum).toBe(1000)
        }
        if (patched.status !== 200) expect(after).toEqual(before)
        expect([200, 400]).toContain(sent.status)
        expect([200, 400]).toContain(patched.status)
      },
    ),
    { numRuns: 60, seed: 11 },
  )
})
