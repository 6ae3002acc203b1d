import { describe, expect, it } from 'vitest'

import { getClientFeature, getDelta } from '#shared/clients/contract/client-api.ts'
import { addFeatureDependency } from '#shared/flags/contract/dependencies.ts'
import { setOverride } from '#shared/flags/contract/overrides.ts'
import { explainFlag } from '#shared/insight/contract/explain.ts'
import { getAdvancedPlayground, getPlayground } from '#shared/insight/contract/playground.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { BACKEND, FRONTEND } from '#support/service/start-backend.ts'
import {
  ADA,
  addFlag,
  answer,
  at,
  app,
  configuration,
  etagOf,
  flag,
  laid,
  other,
  page,
  poll,
  remote,
  remove,
  served,
  shop,
  tokenOf,
  turnOn,
  useOverlays,
} from '#support/stages/overlays.ts'

useOverlays()

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
