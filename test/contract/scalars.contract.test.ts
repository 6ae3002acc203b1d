import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { getFeature } from '#shared/flags/contract/features.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const FEATURES = '/api/admin/projects/default/features'
const STRATEGIES = `${FEATURES}/sent/environments/development/strategies`
const ROLLOUT = { rollout: '100', stickiness: 'default', groupId: 'sent' }
const BACKEND = '*:development.scalars'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({ env: { INIT_BACKEND_API_TOKENS: BACKEND } })
  await app.call('POST', FEATURES, { body: { name: 'sent' } })
})
afterAll(() => app.stop())

const variant = (weight: unknown) => ({ name: 'a', weight, weightType: 'variable', stickiness: 'default' })
const constraint = (more: object) => ({ contextName: 'age', ...more })

// docs/contract/http.md#scalars
describe('a scalar of another type than its schema has', () => {
  it.each([
    ['a number as a value', { constraints: [constraint({ operator: 'NUM_GT', value: 5.5 })] }, '"5.5"'],
    [
      'numbers among values',
      { constraints: [constraint({ operator: 'IN', values: [1, true] })] },
      '["1","true"]',
    ],
    [
      'an inversion as text',
      { constraints: [constraint({ operator: 'IN', values: ['1'], inverted: 'true' })] },
      'true',
    ],
    ['a number as a title', { title: 5 }, '"5"'],
    ['a state as text', { disabled: 'true' }, 'true'],
    ['an order as text', { sortOrder: '3' }, '3'],
    ['a weight as text', { variants: [variant('1000')] }, '1000'],
  ])('is read as that: %s', async (_name, part, stored) => {
    const body = { name: 'flexibleRollout', parameters: ROLLOUT, ...part }
    const { status, text } = await app.call('POST', STRATEGIES, { body })
    expect([status, text]).toEqual([200, expect.stringContaining(`:${stored}`)])
  })

  it.each([STRATEGIES, '/api/admin/segments'])(
    'may not be the empty name of a context field: %s',
    async (path) => {
      const constraints = [{ contextName: '', operator: 'IN', values: ['1'] }]
      expect(await app.call('POST', path, { body: { name: 'default', constraints } })).toMatchObject({
        status: 400,
        body: {
          details: [{ path: '/body/constraints/0', message: '"contextName" is not allowed to be empty.' }],
        },
      })
    },
  )

  it('is absent where it is null, and the property may be', async () => {
    const constraints = [constraint({ operator: 'IN', values: ['1'], value: null, inverted: null })]
    const { status, body } = await app.call('POST', STRATEGIES, { body: { name: 'default', constraints } })
    expect([status, body]).toMatchObject([
      200,
      { constraints: [{ contextName: 'age', operator: 'IN', values: ['1'] }] },
    ])
    expect(
      await app.call('POST', FEATURES, { body: { name: 'nulled', impressionData: null } }),
    ).toMatchObject({
      status: 201,
      body: { impressionData: false },
    })
  })

  it.each([
    ['a word as a boolean', { name: 'x', impressionData: 'yes' }, '/body/impressionData', '"yes"'],
    ['a list as a text', { name: 'x', description: ['a'] }, '/body/description', '["a"]'],
    ['a number that is too large to be true', { name: 'x', impressionData: 2 }, '/body/impressionData', '2'],
  ])('is refused where it says nothing of that type: %s', async (_name, body, path, sent) => {
    expect(await app.call('POST', FEATURES, { body })).toMatchObject({
      status: 400,
      body: { details: [{ path, message: expect.stringContaining(`You sent ${sent}.`) as string }] },
    })
  })

  it('is refused with what was sent, beside what is wrong otherwise', async () => {
    const { status, body } = await app.call('POST', `${FEATURES}/sent/dependencies`, {
      body: { feature: null, enabled: 'false', variants: null },
    })
    expect([status, body]).toMatchObject([
      400,
      {
        details: [
          { path: '/body/feature' },
          { message: expect.stringMatching(/array. You sent null/) as string },
        ],
      },
    ])
  })

  it('loses no report of an SDK', async () => {
    const bucket = {
      start: '2026-11-21T11:00:00.000Z',
      stop: '2026-11-21T11:01:00.000Z',
      toggles: { sent: { yes: '7', no: null } },
    }
    const report = { appName: 12, instanceId: null, bucket }
    expect((await app.call('POST', '/api/client/metrics', { token: BACKEND, body: report })).status).toBe(202)
    const { body } = await app.call('GET', '/api/admin/client-metrics/features/sent/raw')
    const { data } = body as { data: { yes: number }[] }
    expect(data.filter(({ yes }) => yes > 0)).toMatchObject([{ appName: '12', yes: 7, no: 0 }])
  })

  it('leaves names that every object has as they are', async () => {
    const raw = '{"name":"proto","__proto__":{"description":5},"description":5}'
    const headers = { 'content-type': 'application/json' }
    expect((await app.call('POST', FEATURES, { raw, headers })).status).toBe(201)
    const params = { projectId: 'default', featureName: 'proto' }
    expect((await app.call(getFeature, { params })).body).toMatchObject({ description: '5' })
  })
})
