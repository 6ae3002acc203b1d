import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { getAllClientFeatures, getClientFeature, getDelta } from '#shared/clients/contract/client-api.ts'
import { evaluateFlag, evaluateFlagsBulk } from '#shared/clients/contract/remote-evaluation.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { addFeatureDependency } from '#shared/flags/contract/dependencies.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { getOverrides, removeOverride, setOverride } from '#shared/flags/contract/overrides.ts'
import { createSegment, removeSegment } from '#shared/flags/contract/segments.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { explainFlag } from '#shared/insight/contract/explain.ts'
import { getAdvancedPlayground, getPlayground } from '#shared/insight/contract/playground.ts'
import { addProject } from '#support/stages/projects.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const ADA = { 'x-halyard-overlay': 'ada' }
const NORWAY = { contextName: 'country', operator: 'IN' as const, values: ['NO'] }
let app: TestBackend
let count = 0
let flag: string
/** Tokens of the same environment and projects: a server's, another server's, a page's. */
let shop: string
let other: string
let page: string

const tokenOf = async (tokenName: string, type = 'client', environment = 'development') => {
  const body = { tokenName, type, environment, projects: ['default'] }
  const { secret } = (await requireSuccess(app.call(createApiToken, { body }))).body
  return secret
}
beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'ada', roles: ['Editor'] }] })
  await addProject(app, 'elsewhere')
  shop = await tokenOf('shop')
  other = await tokenOf('other')
  page = await tokenOf('page', 'frontend')
})
const remove = (audience: string, name = flag) =>
  requireSuccess(app.call(removeOverride, { params: { ...at(name), audience } }))
beforeEach(async () => {
  flag = `flag-${++count}`
  await addFlag(flag)
})
afterEach(async () => {
  const { overrides } = (await app.call(getOverrides)).body
  for (const { feature, audience } of overrides) await remove(audience, feature)
})
afterAll(() => app.stop())

const addFlag = (name: string) =>
  requireSuccess(app.call(createFeature, { params: { projectId: 'default' }, body: { name } }))
const at = (featureName = flag) => ({ projectId: 'default', featureName, environment: 'development' })
const turnOn = () => requireSuccess(app.call(toggleFeatureEnvironmentOn, { params: at() }))
const override = (audience: string, body: object = {}) =>
  app.call(setOverride, { params: { ...at(), audience }, body: { enabled: true, ...body }, as: 'ada' })
const laid = (audience: string, body: object = {}) => requireSuccess(override(audience, body))

interface Sent {
  token?: string
  headers?: Record<string, string>
}
const poll = ({ token = shop, headers = {} }: Sent = {}) =>
  app.call(getAllClientFeatures, { token, headers: { 'unleash-client-spec': '5.2.0', ...headers } })
async function configuration(sent: Sent = {}) {
  const { body } = await poll(sent)
  if (!body) throw new Error('There is no configuration.')
  return body
}
const served = async (sent: Sent = {}) =>
  (await configuration(sent)).features.find(({ name }) => name === flag)
const etagOf = async (sent: Sent = {}) => String((await poll(sent)).headers['etag'])
/** Result of the flag that a page gets. */
async function answer(query: string, { token = page, headers = {} }: Sent = {}): Promise<string> {
  const { body } = await app.call('GET', `/api/frontend?${query}`, { token, headers })
  const { toggles } = body as { toggles: { name: string; variant: { name: string; enabled: boolean } }[] }
  const toggle = toggles.find(({ name }) => name === flag)
  return toggle ? (toggle.variant.enabled ? toggle.variant.name : 'on') : 'off'
}
/** Result of the flag that OpenFeature gets, alone and among all. */
async function remote(userId: string, { token = page, headers = {} }: Sent = {}) {
  const body = { context: { targetingKey: userId } }
  const one = await app.call(evaluateFlag, { params: { key: flag }, body, token, headers })
  const all = await app.call(evaluateFlagsBulk, { body, token, headers })
  const found = all.body?.flags.find(({ key }) => key === flag)
  expect(one.body).toMatchObject({ value: (found as { value?: unknown }).value })
  const { value, variant } = one.body as { value?: unknown; variant?: string }
  return variant ?? value
}

describe('an override for a header', () => {
  it('holds for requests with it only, in polls, deltas, pages and OpenFeature', async () => {
    await laid('header:ada', { variant: { name: 'blue' } })
    expect(await served()).toMatchObject({ enabled: false })
    expect(await served({ headers: ADA })).toMatchObject({ enabled: true, variants: [{ name: 'blue' }] })
    expect(await served({ headers: { 'x-halyard-overlay': 'bob' } })).toMatchObject({ enabled: false })
    expect([await answer('userId=1'), await answer('userId=1', { headers: ADA })]).toEqual(['off', 'blue'])
    expect([await remote('1'), await remote('1', { headers: ADA })]).toEqual([false, 'blue'])
    const { body } = await app.call(getClientFeature, {
      params: { featureName: flag },
      token: shop,
      headers: ADA,
    })
    expect(body).toMatchObject({ enabled: true })
    const { body: delta } = await app.call(getDelta, { token: shop, headers: ADA })
    const [hydration] = delta?.events ?? []
    expect((hydration as { features: { name: string; enabled: boolean }[] }).features).toContainEqual(
      expect.objectContaining({ name: flag, enabled: true }),
    )
  })

  it('has answers and ETags of its own, which nobody else gets', async () => {
    const before = await etagOf()
    expect(await etagOf({ headers: ADA })).toBe(before)
    await laid('header:ada')
    const [plain, withHeader] = [await etagOf(), await etagOf({ headers: ADA })]
    expect(withHeader).not.toBe(plain)
    // one that no override is for shares the answer of all
    expect(await etagOf({ headers: { 'x-halyard-overlay': 'bob' } })).toBe(plain)
    const statusOf = async (headers: Record<string, string>, etag: string) =>
      (await poll({ headers: { ...headers, 'if-none-match': etag } })).status
    expect([await statusOf(ADA, withHeader), await statusOf({}, plain)]).toEqual([304, 304])
    expect([await statusOf(ADA, plain), await statusOf({}, withHeader)]).toEqual([200, 200])
    const { headers } = await poll({ headers: ADA })
    expect(headers['vary']).toContain('x-halyard-overlay')
    expect((await configuration({ headers: ADA })).query).not.toHaveProperty('audiences')
  })

  it('comes before all others, and does without parents', async () => {
    await addFlag(`${flag}-parent`)
    await app.call(addFeatureDependency, {
      params: { projectId: 'default', child: flag },
      body: { feature: `${flag}-parent` },
    })
    await laid('header:ada', { variant: { name: 'blue' } })
    await laid('user:7', { enabled: false })
    await laid('token:page', { variant: { name: 'red' } })
    expect(await answer('userId=7', { headers: ADA })).toBe('blue')
    expect(await answer('userId=7')).toBe('off')
    expect(await answer('userId=8')).toBe('red')
  })

  it('can be sent by pages of other origins', async () => {
    const { status, headers } = await app.call('OPTIONS', '/api/frontend', {
      token: null,
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,x-halyard-overlay',
      },
    })
    expect(status).toBe(204)
    expect(headers['access-control-allow-headers']).toContain('x-halyard-overlay')
    const answered = await app.call('GET', '/api/frontend', {
      token: page,
      headers: { origin: 'https://a.b', ...ADA },
    })
    expect(answered.headers['vary']).toContain('x-halyard-overlay')
  })

  it.each([
    ['GET', '/api/client/features', BACKEND],
    ['GET', '/api/client/delta', BACKEND],
    ['GET', '/api/frontend', FRONTEND],
    ['POST', '/ofrep/v1/evaluate/flags', FRONTEND],
  ])('is refused by %s %s if its name is none', async (method, path, token) => {
    for (const name of ['a b', 'ü', '', 'x'.repeat(101), 'a/b']) {
      const { status, body } = await app.call(method, path, {
        token,
        headers: { 'x-halyard-overlay': name },
        ...(method === 'POST' ? { body: {} } : {}),
      })
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('x-halyard-overlay')])
    }
  })
})

describe('an override for an API token', () => {
  it('holds for requests with that token only', async () => {
    await laid('token:shop')
    expect(await served({ token: shop })).toMatchObject({ enabled: true })
    expect(await served({ token: other })).toMatchObject({ enabled: false })
    expect(await etagOf({ token: shop })).not.toBe(await etagOf({ token: other }))
    // one of the same name is the same for it
    expect(await served({ token: await tokenOf('shop') })).toMatchObject({ enabled: true })
    await laid('token:page')
    expect([await answer('userId=1'), await answer('userId=1', { token: FRONTEND })]).toEqual(['on', 'off'])
    expect([await remote('1'), await remote('1', { token: FRONTEND })]).toEqual([true, false])
    await remove('token:page')
    expect(await answer('userId=1')).toBe('off')
  })

  it('goes with one for a header, which comes first', async () => {
    await turnOn()
    await laid('token:shop', { enabled: false })
    await laid('header:ada', { variant: { name: 'blue' } })
    expect(await served()).toMatchObject({ enabled: false })
    expect(await served({ headers: ADA })).toMatchObject({ enabled: true, variants: [{ name: 'blue' }] })
    await remove('header:ada')
    expect(await served({ headers: ADA })).toMatchObject({ enabled: false })
  })

  it('reaches an SDK that polls deltas, and ends there', async () => {
    const delta = (etag?: string) =>
      app.call(getDelta, { token: shop, headers: etag === undefined ? {} : { 'if-none-match': etag } })
    const enabledIn = ({ body }: Awaited<ReturnType<typeof delta>>) => {
      const [event] = body?.events ?? []
      const { features = [], feature } = event as {
        features?: { name: string; enabled: boolean }[]
        feature?: { enabled: boolean }
      }
      return (feature ?? features.find(({ name }) => name === flag))?.enabled
    }
    const first = await delta()
    await laid('token:shop')
    const second = await delta(String(first.headers['etag']))
    await remove('token:shop')
    const third = await delta(String(second.headers['etag']))
    expect([first, second, third].map(enabledIn)).toEqual([false, true, false])
    // while another flag is overridden for the token, changes are all that comes
    await addFlag(`${flag}-more`)
    await laid('token:shop')
    const fourth = await delta(String(third.headers['etag']))
    await requireSuccess(
      app.call(setOverride, {
        params: { ...at(`${flag}-more`), audience: 'token:shop' },
        body: { enabled: true },
      }),
    )
    await remove('token:shop')
    const fifth = await delta(String(fourth.headers['etag']))
    expect(fifth.body?.events.map(({ type }) => type)).toEqual(['feature-updated', 'feature-updated'])
    expect(enabledIn(fifth)).toBe(false)
  })

  it('is listed by its name, and told in explanations and the playground', async () => {
    await laid('token:shop')
    await laid('header:ada', { enabled: false })
    const explained = async (headers: Record<string, string>) =>
      (await app.call(explainFlag, { query: { flag, environment: 'development' }, headers })).body
    expect(await explained({})).toMatchObject({ enabled: false })
    const byToken = await explained({ 'x-halyard-as-token': 'shop' })
    expect(byToken.explanation).toEqual([
      'On: the strategy “Override for token shop” matched.',
      'Overridden for token shop by ada: on.',
    ])
    const byHeader = await explained({ 'x-halyard-as-token': 'shop', ...ADA })
    expect(byHeader).toMatchObject({ enabled: false })
    expect(byHeader.explanation).toContain('Overridden for overlay ada by ada: off.')
    const context = { appName: 'a' }
    const headers = { 'x-halyard-as-token': 'shop' }
    const one = await app.call(getPlayground, {
      body: { environment: 'development', context, projects: '*' },
      headers,
    })
    expect(one.body.features.find(({ name }) => name === flag)).toMatchObject({ isEnabled: true })
    const many = await app.call(getAdvancedPlayground, {
      body: { environments: ['development'], context, projects: ['default'], features: [flag] },
      headers,
    })
    expect(many.body.features).toMatchObject([{ environments: { development: [{ isEnabled: true }] } }])
    // the window sends no headers
    const played = async (asked: { token?: string; overlay?: string }) => {
      const { body } = await app.call(getAdvancedPlayground, {
        body: { environments: ['development'], context, projects: ['default'], features: [flag], ...asked },
      })
      return body.features.map(({ environments }) => environments['development']?.[0]?.isEnabled)
    }
    expect([await played({}), await played({ token: 'shop' })]).toEqual([[false], [true]])
    expect(await played({ token: 'shop', overlay: 'ada' })).toEqual([false])
    expect(await played({ overlay: 'nobody' })).toEqual([false])
  })
})

describe('the strategies of an override', () => {
  it('take the place of those of the flag, for everybody or for some', async () => {
    await turnOn()
    const strategies = [{ name: 'default', constraints: [NORWAY] }]
    await laid('user:7', { strategies })
    expect(await answer('userId=7&properties[country]=NO')).toBe('on')
    // those of the flag would let user 7 in
    expect(await answer('userId=7&properties[country]=SE')).toBe('off')
    expect(await answer('userId=8&properties[country]=SE')).toBe('on')
    await laid('everybody', { strategies })
    expect(await answer('userId=8&properties[country]=SE')).toBe('off')
    expect(await served()).toMatchObject({
      strategies: [
        { constraints: [NORWAY, { contextName: 'userId', operator: 'IN', values: ['7'] }] },
        { constraints: [NORWAY, { contextName: 'userId', operator: 'NOT_IN', values: ['7'] }] },
      ],
    })
  })

  it('are completed as those of a flag are', async () => {
    const { body } = await laid('everybody', {
      strategies: [
        {
          name: 'flexibleRollout',
          title: 'Half',
          parameters: { rollout: 50 },
          variants: [
            { name: 'a', weight: 0, weightType: 'variable', stickiness: 'default' },
            { name: 'b', weight: 0, weightType: 'variable', stickiness: 'default' },
          ],
        },
      ],
    })
    const stored = {
      name: 'flexibleRollout',
      title: 'Half',
      parameters: { rollout: '50', groupId: flag, stickiness: 'default' },
      variants: [{ weight: 500 }, { weight: 500 }],
      segments: [],
    }
    expect(body).toMatchObject({ enabled: true, variant: null, strategies: [stored] })
    const { overrides } = (await app.call(getOverrides)).body
    expect(overrides.find(({ feature }) => feature === flag)).toEqual(body)
    const [got] = (await served())?.strategies ?? []
    expect(got).toMatchObject({ parameters: stored.parameters, variants: stored.variants })
    expect(got).not.toHaveProperty('title')
  })

  it('bring their segments to SDKs, which cannot be deleted meanwhile', async () => {
    const { id } = (await app.call(createSegment, { body: { name: `seg-${flag}`, constraints: [NORWAY] } }))
      .body
    const segmentsOf = async (sent: Sent) =>
      ((await configuration(sent)).segments ?? []).map((segment) => segment.id)
    await laid('header:ada', { strategies: [{ name: 'default', segments: [id] }] })
    expect([await segmentsOf({}), await segmentsOf({ headers: ADA })]).toEqual([[], [id]])
    expect(await answer('properties[country]=NO', { headers: ADA })).toBe('on')
    expect(await answer('properties[country]=SE', { headers: ADA })).toBe('off')
    const deleted = await app.call(removeSegment, { params: { id } })
    expect([deleted.status, deleted.body]).toMatchObject([
      409,
      { message: `The segment is used by overrides of: ${flag}` },
    ])
    await remove('header:ada')
    expect((await app.call(removeSegment, { params: { id } })).status).toBe(204)
  })

  it('keep the strategies of a flag apart by one constraint for each field', async () => {
    const body = { name: 'default', constraints: [NORWAY] }
    await requireSuccess(app.call(addFeatureStrategy, { params: at(), body }))
    await turnOn()
    for (const user of ['1', '2', '3']) await laid(`user:${user}`, { enabled: false })
    expect((await served())?.strategies).toMatchObject([
      { constraints: [NORWAY, { contextName: 'userId', operator: 'NOT_IN', values: ['1', '2', '3'] }] },
    ])
  })
})

describe('an override that cannot be meant', () => {
  const strategy = (more: object = {}) => ({ strategies: [{ name: 'default', ...more }] })
  it.each([
    ['an unknown token', 'token:nobody', {}, '/params/audience'],
    ['a token of another environment', 'token:elsewhere', {}, '/params/audience'],
    ['an admin token', 'token:admin-only', {}, '/params/audience'],
    ['a header with spaces', 'header:a b', {}, 'audience'],
    ['an unknown kind of strategy', 'everybody', strategy({ name: 'nothing' }), '/body/strategies/0/name'],
    ['an unknown segment', 'everybody', strategy({ segments: [99] }), '/body/strategies/0/segments'],
    [
      'a constraint that cannot be evaluated',
      'everybody',
      strategy({ constraints: [{ contextName: 'a', operator: 'NUM_EQ', value: 'x' }] }),
      '/body/strategies/0/constraints/0',
    ],
    ['a disabled strategy', 'everybody', strategy({ disabled: true }), '/body/strategies/0/disabled'],
    ['no strategy', 'everybody', { strategies: [] }, '/body/strategies'],
    ['strategies of an off flag', 'everybody', { enabled: false, ...strategy() }, '/body/strategies'],
    ['a variant with strategies', 'everybody', { variant: { name: 'a' }, ...strategy() }, '/body/strategies'],
    [
      'more strategies than a flag has',
      'everybody',
      { strategies: Array.from({ length: 31 }, () => ({ name: 'default' })) },
      '/body/strategies',
    ],
    ['an end that is no time', 'everybody', { until: 'soon' }, '/body/until'],
  ])('is refused: %s', async (_what, audience, body, field) => {
    if (audience === 'token:elsewhere') await tokenOf('elsewhere', 'client', 'production')
    if (audience === 'token:admin-only')
      await app.call(createApiToken, { body: { tokenName: 'admin-only', type: 'admin' } })
    const { status, body: refusal } = await override(audience, body)
    expect([400, 404]).toContain(status)
    expect(JSON.stringify(refusal)).toContain(field)
    const { overrides } = (await app.call(getOverrides)).body
    expect(overrides.filter(({ feature }) => feature === flag)).toEqual([])
  })

  it('never repeats what was sent as a name of a token: it may be a secret', async () => {
    const { text } = await override(`token:${BACKEND}`)
    expect(text).not.toContain('backend-secret')
  })

  it('is refused if the overrides of a flag would have too many strategies together', async () => {
    const strategies = Array.from({ length: 30 }, () => ({ name: 'default' }))
    for (const user of [1, 2, 3]) await laid(`user:${user}`, { strategies })
    const { status, body } = await override('user:4', { strategies })
    expect([status, body]).toMatchObject([400, { details: [{ path: '/body/strategies' }] }])
    await laid('user:3', { strategies: strategies.slice(0, 10) })
    await laid('user:4', { strategies })
  })
})
