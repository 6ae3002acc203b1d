import { afterAll, beforeAll, expect, it } from 'vitest'

import { getFlagManifest } from '#shared/clients/contract/remote-evaluation.ts'
import { archiveFeature, createFeature } from '#shared/flags/contract/features.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { addRemoteFlags } from '#support/stages/remote-flags.ts'
import {
  ADMIN,
  BACKEND,
  BACKEND_PRODUCTION,
  FRONTEND,
  startBackend,
  type TestBackend,
} from '#support/service/start-backend.ts'

/** OpenFeature's "Manifest Management API" 0.1.0, as far as it reads: its command line generates typed code from it. */

let app: TestBackend
const params = { projectId: 'default' }

beforeAll(async () => {
  app = await startBackend()
  await addRemoteFlags(app)
})
afterAll(() => app.stop())

const manifest = async (token = BACKEND) => (await app.call(getFlagManifest, { token })).body?.flags ?? []
const typesOf = async (token?: string) =>
  Object.fromEntries(
    (await manifest(token)).map(({ key, type, defaultValue }) => [key, [type, defaultValue]]),
  )

it('gives each flag the type that its evaluations have', async () => {
  expect(await typesOf()).toEqual({
    plain: ['boolean', false],
    off: ['boolean', false],
    'for-norway': ['boolean', false],
    half: ['boolean', false],
    nobody: ['boolean', false],
    'half-of-requests': ['boolean', false],
    named: ['boolean', false],
    colour: ['string', ''],
    'colour-off': ['string', ''],
    columns: ['string', ''],
    size: ['float', 0],
    theme: ['object', {}],
    list: ['object', {}],
  })
})

const PAYLOADS: [name: string, payloads: ['string' | 'number' | 'json' | 'csv', string][], type: string][] = [
  [
    'whole-numbers',
    [
      ['number', '1'],
      ['number', '-20'],
    ],
    'integer',
  ],
  [
    'numbers',
    [
      ['number', '1'],
      ['number', '2.5'],
    ],
    'float',
  ],
  ['number-as-json', [['json', ' 12 ']], 'integer'],
  [
    'text-as-json',
    [
      ['json', '"a"'],
      ['string', 'b'],
    ],
    'string',
  ],
  [
    'truth-as-json',
    [
      ['json', 'true'],
      ['json', 'false'],
    ],
    'boolean',
  ],
  ['list-as-json', [['json', '[1]']], 'object'],
  [
    'mixed',
    [
      ['string', 'a'],
      ['number', '1'],
    ],
    'object',
  ],
]
it.each(PAYLOADS)('%s with payloads %j: %s', async (name, payloads, type) => {
  const variants = payloads.map(([kind, value], index) => ({
    name: `v${index}`,
    weight: 1000 / payloads.length,
    weightType: 'variable' as const,
    stickiness: 'default',
    payload: { type: kind, value },
  }))
  await app.call(createFeature, { params, body: { name } })
  await app.call(addFeatureStrategy, {
    params: { ...params, featureName: name, environment: 'development' },
    body: {
      name: 'flexibleRollout',
      parameters: { rollout: '100', stickiness: 'default', groupId: 'g' },
      variants,
    },
  })
  expect((await typesOf())[name]?.[0]).toBe(type)
})

it('lists the active flags of the token by name, and says that they can be read', async () => {
  await app.call(createProject, { body: { id: 'elsewhere', name: 'Elsewhere' } })
  const of = (projectId: string, name: string) =>
    app.call(createFeature, { params: { projectId }, body: { name, description: `Flag ${name}.` } })
  await of('elsewhere', 'not-of-the-token')
  await of('default', 'described')
  await of('default', 'archived')
  await app.call(archiveFeature, { params: { ...params, featureName: 'archived' } })
  const answer = await app.call(getFlagManifest, { token: BACKEND })
  const keys = answer.body?.flags.map(({ key }) => key) ?? []
  expect(keys).toEqual(keys.toSorted())
  expect(keys).not.toContain('archived')
  expect(keys).not.toContain('not-of-the-token')
  expect(answer.body?.flags.find(({ key }) => key === 'described')).toEqual({
    key: 'described',
    name: 'described',
    type: 'boolean',
    description: 'Flag described.',
    defaultValue: false,
  })
  expect(answer.headers['x-manifest-capabilities']).toBe('read')
  expect((await manifest(BACKEND_PRODUCTION)).map(({ key }) => key)).toContain('not-of-the-token')
})

it('is for tokens of servers and for Admins, and for none that stands in pages', async () => {
  const ofBackend = await manifest()
  const refused = await app.call('GET', '/openfeature/v0/manifest', { token: FRONTEND })
  expect(refused).toMatchObject({ status: 403, body: { error: { status: 403 } } })
  expect(await manifest(`Bearer ${BACKEND}`)).toEqual(ofBackend)
  expect((await manifest(ADMIN)).length).toBeGreaterThan(ofBackend.length)
})

it('says why it refuses where the command line reads it', async () => {
  const { status, body } = await app.call('GET', '/openfeature/v0/manifest', { token: 'unknown' })
  expect({ status, body }).toMatchObject({
    status: 401,
    body: { name: 'UnauthorizedError', error: { status: 401 } },
  })
  const { error, message } = body as { error: { message: string }; message: string }
  expect(error.message).toBe(message)
  const written = await app.call('POST', '/openfeature/v0/manifest/flags', { token: BACKEND, body: {} })
  expect(written).toMatchObject({ status: 404, body: { error: { status: 404 } } })
})
