import { describe, expect, it } from 'vitest'

import { getAllClientFeatures, registerClientApplication } from '#shared/clients/contract/client-api.ts'
import { evaluateFlag } from '#shared/clients/contract/remote-evaluation.ts'
import { recordImpressions } from '#shared/clients/contract/impressions.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { getPlayground } from '#shared/insight/contract/playground.ts'
import { eventually } from '#support/runner/eventually.ts'
import { BACKEND, FRONTEND } from '#support/service/start-backend.ts'
import {
  app,
  count,
  DEVELOPMENT,
  flag,
  found,
  isOneOf,
  MINUTE,
  place,
  rules,
  send,
  type Strategy,
  useFindings,
} from '#support/stages/context-findings.ts'

useFindings()

describe('a constraint on a field that is not sent', () => {
  const gated = () => flag('gated', { constraints: [isOneOf('plan', 'pro')] })

  it('is found where no application sends it, and nothing evaluates by itself', async () => {
    await gated()
    await send('appName=web&userId=ann')
    expect(await rules()).toEqual(['absent-field  plan'])
    const [finding] = (await found()).findings
    expect(finding).toMatchObject({
      message:
        'No application has sent plan, on which a flag has a constraint: its constraint matches nobody there.',
      evidence: { contexts: 1, since: app.clock.now().toISOString() },
    })
    expect(await rules({ application: 'web' })).toEqual([])
  })

  it('is found for a segment, and in its inverted form', async () => {
    const segment = { name: 'payers', constraints: [{ ...isOneOf('plan', 'free'), inverted: true }] }
    const { body } = await app.call('POST', createSegment.path, { body: segment })
    await flag('gated', { segments: [(body as { id: number }).id] })
    await send('appName=web&userId=ann')
    expect((await found()).findings[0]?.message).toContain('matches everybody')
  })

  it('is none where the field came once, or only a date looks at it', async () => {
    await gated()
    await flag('dated', {
      constraints: [{ contextName: 'when', operator: 'DATE_AFTER', value: '2020-01-01T00:00:00.000Z' }],
    })
    await send('appName=web&userId=ann')
    await send('appName=other&userId=ann&plan=free')
    expect(await rules()).toEqual([])
  })

  it('is none where a server SDK polls, or has registered', async () => {
    await gated()
    await send('appName=web&userId=ann')
    await app.call(getAllClientFeatures, { token: BACKEND })
    expect(await rules()).toEqual([])
    expect((await found()).environments).toMatchObject([{ isPolled: true }])
  })

  it('is found for an application that counts the flag, whatever polls', async () => {
    await gated()
    await send('appName=web&userId=ann')
    await send('appName=shop&userId=ann&plan=pro')
    await app.call(getAllClientFeatures, { token: BACKEND })
    await count('web', 'gated')
    await count('shop', 'gated')
    expect(await rules()).toEqual(['absent-field web plan'])
    expect((await found({ application: 'web' })).findings[0]?.code).toEqual({
      sdk: 'JavaScript',
      line: "unleash.setContextField('plan', value)",
    })
    expect(await rules({ application: 'shop' })).toEqual([])
  })

  it('is found for OpenFeature clients that name no application', async () => {
    await gated()
    const evaluate = (context: { targetingKey: string; appName?: string }) =>
      app.call(evaluateFlag, { token: FRONTEND, params: { key: 'gated' }, body: { context } })
    await evaluate({ targetingKey: 'ann' })
    await eventually(async () => {
      const { body } = await app.call('GET', '/api/admin/client-metrics/features/gated')
      expect(JSON.stringify(body)).toContain('"openfeature"')
    })
    await flag('uncounted', { constraints: [isOneOf('plan', 'pro')] })
    const { findings } = await found()
    const ofAll = findings.filter(({ application }) => application === undefined)
    expect(ofAll).toMatchObject([{ rule: 'absent-field', field: 'plan', flags: [{ name: 'uncounted' }] }])
    expect(findings.filter((one) => !ofAll.includes(one))).toMatchObject([
      {
        rule: 'absent-field',
        application: null,
        field: 'plan',
        flags: [{ name: 'gated' }],
        message:
          'A program that names no application uses a flag with a constraint on plan, and has not sent it: its constraint matches nobody there.',
      },
    ])
    // too long a name is counted under the same one: whose counts they are is not known any more
    await evaluate({ targetingKey: 'ann', appName: 'x'.repeat(101) })
    expect(await rules()).toEqual(['absent-field  plan'])
    expect((await found({ flag: 'gated' })).findings).toEqual([])
  })

  it('is none for an application that evaluates by itself', async () => {
    await gated()
    await send('appName=web&userId=ann')
    await count('web', 'gated')
    expect(await rules()).toEqual(['absent-field web plan'])
    await app.call(registerClientApplication, {
      token: BACKEND,
      body: { appName: 'web', instanceId: '1', strategies: [], started: 0, interval: 0 },
    })
    expect(await rules()).toEqual([])
    expect((await found()).environments).toMatchObject([{ evaluateThemselves: ['web'] }])
  })

  it('is none where contexts were left out, until others come', async () => {
    await gated()
    await send('appName=web&userId=ann')
    await send(`appName=web&userId=ann&essay=${'x'.repeat(5000)}`)
    expect(await rules()).toEqual([])
    expect((await found()).environments).toMatchObject([{ completeSince: null }])
    app.clock.advance(MINUTE)
    await send('appName=web&userId=ann')
    expect(await rules()).toEqual(['absent-field  plan'])
    expect((await found()).environments).toMatchObject([{ contextsSince: 1 }])
  })

  it('is none where only the playground was asked', async () => {
    await gated()
    await app.call(getPlayground, {
      body: { environment: DEVELOPMENT, context: { appName: 'play', userId: 'undefined' } },
    })
    expect(await found()).toMatchObject({ environments: [], applications: [], findings: [] })
  })
})

describe('a field that nothing uses', () => {
  it('is found, with each application that sends it', async () => {
    await send('appName=web&userId=ann&hobby=chess')
    await send('appName=web&userId=bob')
    await send('appName=shop&userId=bob&hobby=go')
    expect(await rules()).toEqual(['unused-field shop hobby', 'unused-field web hobby'])
    expect((await found({ application: 'web' })).findings[0]?.evidence).toMatchObject({ contexts: 1, of: 2 })
  })

  it.each<[string, Strategy]>([
    ['a constraint', { constraints: [isOneOf('hobby', 'chess')] }],
    ['stickiness', { stickiness: 'hobby' }],
  ])('is none where %s of a flag that is off uses it', async (_what, strategy) => {
    await flag('used', strategy)
    await app.call('POST', `/api/admin/projects/default/features/used/environments/${DEVELOPMENT}/off`)
    await send('appName=web&userId=ann&hobby=chess')
    expect(await rules()).toEqual([])
  })

  it('is none of an application that names one flag, where a strategy of its own may look at it', async () => {
    const context = { appName: 'server', userId: 'ann', properties: { hobby: 'chess' } }
    const event = { eventType: 'isEnabled', featureName: 'other', enabled: true, context }
    await app.call(recordImpressions, { token: BACKEND, body: [event] })
    expect(await rules()).toEqual(['unused-field server hobby'])
    await app.call('POST', '/api/admin/strategies', { body: { name: 'byHobby', parameters: [] } })
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'own' } })
    const { status } = await app.call(addFeatureStrategy, { params: place('own'), body: { name: 'byHobby' } })
    expect(status).toBe(200)
    expect(await rules()).toEqual([])
    // where Halyard evaluates, such a strategy lets nobody in
    await send('appName=web&userId=ann&hobby=chess')
    expect(await rules()).toEqual(['unused-field web hobby'])
  })

  it('is none where a release template uses it', async () => {
    const strategy = {
      name: 'default',
      sortOrder: 0,
      parameters: {},
      constraints: [isOneOf('hobby', 'chess')],
    }
    const { status } = await app.call('POST', '/api/admin/release-plan-templates', {
      body: { name: 'plan', milestones: [{ name: 'first', sortOrder: 0, strategies: [strategy] }] },
    })
    expect(status).toBe(200)
    await send('appName=web&userId=ann&hobby=chess')
    expect(await rules()).toEqual([])
  })
})
