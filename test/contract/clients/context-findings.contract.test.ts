import { describe, expect, it } from 'vitest'

import { getContextFindings } from '#shared/clients/contract/context-findings.ts'
import { registerClientApplication } from '#shared/clients/contract/client-api.ts'
import { registerFrontendClient } from '#shared/clients/contract/frontend-api.ts'
import { recordImpressions } from '#shared/clients/contract/impressions.ts'
import { forgetSeenContexts } from '#shared/clients/contract/seen-contexts.ts'
import { evaluateFlag, evaluateFlagsBulk } from '#shared/clients/contract/remote-evaluation.ts'
import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { createContextField } from '#shared/flags/contract/context.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { BACKEND, FRONTEND } from '#support/service/start-backend.ts'
import {
  app,
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

describe('contexts without what results are sticky on', () => {
  it('make a rollout random if they have neither user nor session', async () => {
    await flag('half', { rollout: '50' })
    await send('appName=web')
    expect(await rules()).toEqual(['sticky-random web userId'])
    const [finding] = (await found()).findings
    expect(finding).toMatchObject({
      severity: 'problem',
      environment: DEVELOPMENT,
      flags: [{ project: 'default', name: 'half' }],
      flagCount: 1,
      evidence: { contexts: 1, of: 1, requests: 1 },
      message:
        'web sends neither userId nor sessionId: a flag is on or off by chance, anew with each request.',
    })
  })

  it.each([
    ['a user', 'appName=web&userId=ann', { rollout: '50' }],
    ['a session', 'appName=web&sessionId=1', { rollout: '50' }],
    ['a rollout to all', 'appName=web', { rollout: '100' }],
    ['a rollout to nobody', 'appName=web', { rollout: '0' }],
    ['chance that is meant', 'appName=web', { rollout: '50', stickiness: 'random' }],
    [
      'constraints that keep them out',
      'appName=web',
      { rollout: '50', constraints: [isOneOf('appName', 'shop')] },
    ],
  ])('are none with %s', async (_what, query, strategy: Strategy) => {
    await flag('half', strategy)
    await send(query)
    expect((await rules()).filter((rule) => rule.startsWith('sticky'))).toEqual([])
  })

  it('do no harm where another strategy turns the flag on', async () => {
    await flag('half', { rollout: '50' }, { rollout: '100' })
    await send('appName=web')
    expect(await rules()).toEqual([])
  })

  it('are out of a rollout on another field', async () => {
    await flag('by-company', { rollout: '50', stickiness: 'companyId' })
    await send('appName=web&userId=ann')
    await send('appName=web&userId=bob&companyId=7')
    expect(await rules()).toEqual(['sticky-off web companyId'])
    expect((await found()).findings[0]?.evidence).toMatchObject({ contexts: 1, of: 2 })
  })

  it('make a variant random', async () => {
    const variant = (name: string) => ({ name, weight: 500, weightType: 'variable', stickiness: 'companyId' })
    await flag('varied', { variants: [variant('a'), variant('b')] })
    await send('appName=web&userId=ann')
    expect(await rules()).toEqual(['variant-random web companyId'])
  })

  it('are no finding of a flag that is off', async () => {
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'half' } })
    await app.call(addFeatureStrategy, {
      params: place('half'),
      body: {
        name: 'flexibleRollout',
        parameters: { rollout: '50', stickiness: 'default', groupId: 'half' },
      },
    })
    await send('appName=web')
    expect(await rules()).toEqual([])
  })

  it('are not those of impressions, which concern one flag', async () => {
    await flag('half', { rollout: '50' })
    const context = { appName: 'server' }
    const event = { eventType: 'isEnabled', featureName: 'other', enabled: true, context }
    await app.call(recordImpressions, { token: BACKEND, body: [event] })
    expect((await found()).applications).toMatchObject([{ application: 'server', contexts: 1 }])
    expect(await rules()).toEqual([])
  })

  it('are those of OFREP that ask for all flags, and not for one', async () => {
    await flag('half', { rollout: '50' })
    await app.call(evaluateFlag, {
      token: FRONTEND,
      params: { key: 'half' },
      body: { context: { appName: 'one' } },
    })
    await app.call(evaluateFlagsBulk, { token: FRONTEND, body: { context: { appName: 'all' } } })
    expect(await rules()).toEqual(['sticky-random all userId'])
  })
})

describe('values', () => {
  it.each([
    ['userId=undefined', 'placeholder-id web userId'],
    ['userId=%5Bobject%20Object%5D', 'placeholder-id web userId'],
    ['sessionId=null&userId=ann', 'placeholder-id web sessionId'],
    ['userId=ann%40example.com', 'email-id web userId'],
    ['userId=ann%40example.com&sessionId=ann%40example.com', 'email-id web userId'],
    ['userId=ann&tier=%5Bobject%20Object%5D', 'object-text web tier'],
    ['userId=ann&tier=undefined', 'object-text web tier'],
    ['userId=ann&plan=gold', 'illegal-value web plan'],
    ['userId=ann&plan=Pro', 'illegal-value web plan'],
  ])('%s: %s', async (query, rule) => {
    await useFields()
    await send(`appName=web&${query}`)
    expect(await rules()).toEqual([rule])
  })

  it.each([
    'userId=ann',
    'userId=undefinedX',
    'userId=ann%40work',
    'userId=%40ann',
    'userId=ann&tier=null',
    'userId=ann&tier=ann%40example.com',
    'userId=ann&plan=pro',
    'userId=ann&plan=undefined-is-legal',
  ])('%s is fine', async (query) => {
    await useFields()
    await send(`appName=web&${query}`)
    expect(await rules()).toEqual([])
  })

  it('are shown to holders of READ_LOGS alone, and addresses to nobody', async () => {
    await useFields()
    await send('appName=web&userId=ann&plan=gold')
    await send('appName=web&userId=ann&plan=eve%40example.com')
    expect((await found({}, 'logs')).findings).toMatchObject([{ values: ['(an e-mail address)', 'gold'] }])
    const seen = await found({}, 'viewer')
    expect(seen.findings).toMatchObject([{ rule: 'illegal-value', values: [] }])
    expect(JSON.stringify(seen)).not.toContain('gold')
    expect(JSON.stringify(await found())).not.toContain('example.com')
  })

  /** Fields `plan`, with legal values, and `tier`; a flag uses both, for everybody. */
  async function useFields(): Promise<void> {
    const legalValues = ['pro', 'free', 'undefined-is-legal'].map((value) => ({ value }))
    await app.call(createContextField, { body: { name: 'plan', legalValues } })
    await flag('open', { constraints: [isOneOf('plan', 'pro'), isOneOf('tier', '1')] })
    await app.call(forgetSeenContexts)
    // the fields are sent: nothing is said of their absence
    await send('appName=other&userId=bob&plan=pro&tier=1')
  }
})

describe('the answer', () => {
  it('names the SDK that a page sent, across a restart too, and else the one that registered', async () => {
    await send('appName=web&userId=undefined')
    const { store, services } = app.backend
    await services.seenContexts.flush((work) => store.transaction(work), app.clock.now())
    await services.seenContexts.load(store.queries)
    const context = { appName: 'server', userId: 'undefined' }
    const event = { eventType: 'isEnabled', featureName: 'other', enabled: true, context }
    await app.call(recordImpressions, { token: BACKEND, body: [event] })
    await app.call(registerClientApplication, {
      token: BACKEND,
      body: {
        appName: 'server',
        instanceId: '1',
        sdkVersion: 'unleash-client-python:6.0.0',
        strategies: [],
        started: 0,
        interval: 0,
      },
    })
    const lines = (await found()).findings.map(({ application, code }) => [
      application,
      code?.sdk,
      code?.line,
    ])
    expect(lines).toEqual([
      ['server', 'Python', 'client.is_enabled("my-flag", {"userId": user.id})'],
      ['web', 'JavaScript', "unleash.setContextField('userId', user.id)"],
    ])
  })

  it('says which programs are no applications, as they never registered', async () => {
    await send('appName=web&userId=ann')
    await send('userId=ann')
    await send('appName=shop&userId=ann')
    await app.call(evaluateFlag, {
      token: FRONTEND,
      params: { key: 'half' },
      body: { context: { appName: 'kiosk', targetingKey: 'ann' } },
    })
    const body = { appName: 'shop', instanceId: '1', strategies: [], started: 0, interval: 0 }
    await app.call(registerFrontendClient, { token: FRONTEND, body })
    const known = (await found()).applications.map(({ application, registered }) => [application, registered])
    expect(new Map(known as [string | null, boolean][])).toEqual(
      new Map([
        ['kiosk', false],
        ['shop', true],
        [null, false],
        ['web', false],
      ]),
    )
  })

  it('takes filters, and later contexts only', async () => {
    await flag('half', { rollout: '50' })
    await send('appName=web')
    app.clock.advance(MINUTE)
    const since = app.clock.now().toISOString()
    await send('appName=shop&hobby=go')
    expect(await rules({ since })).toEqual(['sticky-random shop userId', 'unused-field shop hobby'])
    expect(await rules({ flag: 'half' })).toEqual(['sticky-random shop userId', 'sticky-random web userId'])
    expect(await rules({ flag: 'other', project: 'default' })).toEqual([])
    expect(await rules({ application: 'web', environment: DEVELOPMENT })).toEqual([
      'sticky-random web userId',
    ])
    expect(await rules({ environment: 'production' })).toEqual([])
    expect(await rules({ project: 'elsewhere' })).toEqual([])
    const { status } = await app.call('GET', `${getContextFindings.path}?since=yesterday`)
    expect(status).toBe(400)
  })

  it('leaves out flags of hidden projects, and contexts of tokens for these alone', async () => {
    await app.call(createProject, { body: { id: 'hush', name: 'Hush', mode: 'private' } })
    await app.call(createFeature, { params: { projectId: 'hush' }, body: { name: 'hush-flag' } })
    const params = { projectId: 'hush', featureName: 'hush-flag', environment: DEVELOPMENT }
    await app.call(addFeatureStrategy, {
      params,
      body: { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default', groupId: 'x' } },
    })
    await app.call(toggleFeatureEnvironmentOn, { params })
    const token = async (projects: string[]) => {
      const body = { tokenName: projects.join(), type: 'frontend', environment: DEVELOPMENT, projects }
      return (await app.call(createApiToken, { body })).body.secret
    }
    for (const [projects, appName] of [
      [['hush'], 'hush-app'],
      [['default', 'hush'], 'both'],
    ] as const)
      await app.call('GET', `/api/frontend?appName=${appName}&hush-field=1`, {
        token: await token([...projects]),
      })
    expect(await rules()).toEqual([
      'sticky-random both userId',
      'sticky-random hush-app userId',
      'unused-field both hush-field',
      'unused-field hush-app hush-field',
    ])
    const seen = await found({}, 'viewer')
    expect(seen.findings.map(({ rule, application }) => [rule, application])).toEqual([
      ['unused-field', 'both'],
    ])
    expect(JSON.stringify(seen)).not.toContain('hush-app')
    expect(JSON.stringify(seen)).not.toContain('hush-flag')
    expect(await found({ project: 'hush' }, 'viewer')).toEqual(await found({ project: 'nosy' }, 'viewer'))
  })
})
