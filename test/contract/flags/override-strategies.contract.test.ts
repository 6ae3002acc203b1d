import { describe, expect, it } from 'vitest'

import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { getOverrides } from '#shared/flags/contract/overrides.ts'
import { createSegment, removeSegment } from '#shared/flags/contract/segments.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { BACKEND } from '#support/service/start-backend.ts'
import {
  ADA,
  answer,
  app,
  at,
  configuration,
  flag,
  laid,
  NORWAY,
  override,
  remove,
  type Sent,
  served,
  tokenOf,
  turnOn,
  useOverlays,
} from '#support/stages/overlays.ts'

useOverlays()

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
