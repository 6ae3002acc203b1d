import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ExplainedEnvironmentPlay } from '#shared/insight/schemas/playground.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { createStrategy } from '#shared/flags/contract/strategy-types.ts'
import { addFeatureDependency } from '#shared/flags/contract/dependencies.ts'

const FEATURES = '/api/admin/projects/default/features'
const isSeven = { contextName: 'userId', operator: 'IN', values: ['7'] }
const inNorway = { contextName: 'country', operator: 'IN', values: ['NO'] }
let app: TestBackend
let segmentId = 0

beforeAll(async () => {
  app = await startBackend()
  await addProject(app, 'other')
  const { body } = await app.call('POST', '/api/admin/segments', {
    body: { name: 'norway', constraints: [inNorway] },
  })
  segmentId = (body as { id: number }).id
  const add = (flag: string, strategy: object) =>
    app.call('POST', `${FEATURES}/${flag}/environments/development/strategies`, { body: strategy })
  const on = (flag: string) =>
    app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: flag, environment: 'development' },
    })
  for (const name of ['targeted', 'plain', 'custom', 'child', 'off'])
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
  await app.call(createFeature, { params: { projectId: 'other' }, body: { name: 'elsewhere' } })
  await app.call(createStrategy, { body: { name: 'ours', parameters: [] } })
  await add('targeted', { name: 'default', title: 'for seven', constraints: [isSeven] })
  await add('targeted', {
    name: 'default',
    segments: [segmentId],
    variants: [{ name: 'blue', weight: 1, weightType: 'variable', stickiness: 'default' }],
  })
  await add('targeted', { name: 'default', disabled: true })
  await add('custom', { name: 'ours' })
  for (const flag of ['targeted', 'plain', 'custom', 'child']) await on(flag)
  await app.call(addFeatureDependency, {
    params: { projectId: 'default', child: 'child' },
    body: { feature: 'off' },
  })
})
afterAll(() => app.stop())

const play = (body: unknown) => app.call('POST', '/api/admin/playground', { body })
const playFor = async (context: object, more: object = {}) => {
  const window = app.backend.appRouter.createCaller(await app.backend.windowContext())
  const body = { environment: 'development', context: { appName: 'web', ...context }, ...more }
  const { features } = await window.getPlayground({ body })
  return new Map(features.map((feature) => [feature.name, feature]))
}

describe('the playground', () => {
  it('returns no window texts to HTTP callers', async () => {
    const { status, body } = await play({ environment: 'development', context: { appName: 'web' } })
    expect(status).toBe(200)
    const [flag] = (body as { features: object[] }).features
    expect(flag).not.toHaveProperty('reason')
    expect(flag).not.toHaveProperty('explanation')
    expect([...(await playFor({})).values()][0]).toHaveProperty('explanation')
  })

  it('coverage: compares the environment of the context, and treats null as absent', async () => {
    const sent = { appName: 'web', environment: 'eu', userId: null, properties: { country: null } }
    const { status, body } = await play({ environment: 'development', context: sent })
    expect([status, (body as { input: { context: object } }).input.context]).toEqual([
      200,
      { appName: 'web', environment: 'eu', properties: {} },
    ])
  })

  it('returns the result of each strategy, constraint and segment', async () => {
    const flag = (await playFor({ userId: '8', properties: { country: 'NO' } })).get('targeted')
    expect(flag).toMatchObject({
      projectId: 'default',
      isEnabled: true,
      isEnabledInCurrentEnvironment: true,
      hasUnsatisfiedDependency: false,
      variant: { name: 'blue', enabled: true, feature_enabled: true },
      variants: [{ name: 'blue', weight: 1000 }],
      reason: 'strategy-matched',
      strategies: {
        result: true,
        data: [
          {
            title: 'for seven',
            result: { enabled: false, evaluationStatus: 'complete' },
            constraints: [{ ...isSeven, result: false }],
            segments: [],
          },
          {
            result: { enabled: true, evaluationStatus: 'complete', variant: { name: 'blue', enabled: true } },
            segments: [
              { id: segmentId, name: 'norway', result: true, constraints: [{ ...inNorway, result: true }] },
            ],
          },
          { disabled: true, result: { enabled: 'unknown', evaluationStatus: 'unevaluated' } },
        ],
      },
    })
    expect(flag?.strategies.data[0]?.links.edit).toMatch(
      /^\/projects\/default\/features\/targeted\/strategies\/edit\?environmentId=development&strategyId=.+/,
    )
    expect(flag?.explanation).toEqual([
      'On: the strategy “Standard” (2 of 3) matched.',
      'Variant blue: position 1 among the weights, sticky on default.'.replace(
        'position 1',
        `position ${positionIn(flag?.explanation ?? [])}`,
      ),
    ])
  })

  it('explains why a flag is off', async () => {
    const flags = await playFor({ userId: '9' })
    expect(flags.get('targeted')).toMatchObject({
      isEnabled: false,
      variant: { name: 'disabled', enabled: false, feature_enabled: false },
      explanation: [
        'Off: none of its 3 strategies matched.',
        '“for seven”: a constraint did not hold, userId is “9”.',
        '“Standard”: the context is not in the segment norway.',
        '“Standard” is disabled.',
      ],
    })
    expect(flags.get('off')).toMatchObject({
      isEnabled: false,
      reason: 'disabled',
      strategies: { result: false, data: [] },
    })
    expect(flags.get('child')).toMatchObject({
      isEnabled: false,
      hasUnsatisfiedDependency: true,
      isEnabledInCurrentEnvironment: true,
      explanation: ['Off: its parent off is off, and must be on.'],
    })
    expect(flags.get('custom')).toMatchObject({
      isEnabled: false,
      strategies: {
        result: 'unknown',
        data: [{ result: { enabled: 'unknown', evaluationStatus: 'incomplete' } }],
      },
    })
    expect(flags.get('plain')).toMatchObject({ isEnabled: true, reason: 'default-strategy-matched' })
  })

  it('returns the requested projects, of known and unknown environments', async () => {
    const names = async (more: object) => [...(await playFor({}, more)).keys()]
    expect(await names({ projects: ['other'] })).toEqual(['elsewhere'])
    expect(await names({ projects: '*' })).toEqual([
      'child',
      'custom',
      'elsewhere',
      'off',
      'plain',
      'targeted',
    ])
    const nowhere = await playFor({}, { environment: 'nope' })
    expect([...nowhere.values()].some((flag) => flag.isEnabled)).toBe(false)
  })

  it.each([
    [{ context: { appName: 'x' } }, '/body/environment'],
    [{ environment: 'development', context: { userId: '1' } }, '/body/context/appName'],
    [{ environment: 'development' }, '/body/context'],
  ])('refuses %j', async (body, path) => {
    const answer = await play(body)
    expect([answer.status, (answer.body as { details: { path: string }[] }).details[0]?.path]).toEqual([
      400,
      path,
    ])
  })
})

function positionIn(explanation: readonly string[]): string {
  return /position (\d+)/.exec(explanation.join(' '))?.[1] ?? ''
}

describe('the advanced playground', () => {
  const advanced = async (body: object) => {
    const answer = await app.call('POST', '/api/admin/playground/advanced', { body })
    return {
      ...answer,
      features: (
        answer.body as {
          features: { name: string; environments: Record<string, ExplainedEnvironmentPlay[]> }[]
        }
      ).features,
    }
  }

  it('evaluates every combination of values in every environment', async () => {
    const { features, body } = await advanced({
      environments: ['development', 'production'],
      projects: ['default'],
      context: { appName: 'web', userId: '7, 8', properties: { country: 'NO,SE' } },
    })
    const targeted = features.find((flag) => flag.name === 'targeted')?.environments
    expect(
      targeted?.['development']?.map(({ context, isEnabled }) => [
        context['userId'],
        context['properties'],
        isEnabled,
      ]),
    ).toEqual([
      ['7', { country: 'NO' }, true],
      ['7', { country: 'SE' }, true],
      ['8', { country: 'NO' }, true],
      ['8', { country: 'SE' }, false],
    ])
    expect(targeted?.['production']?.every((one) => !one.isEnabled)).toBe(true)
    expect(body).not.toHaveProperty('warnings')
  })

  it('explains only the requested flags', async () => {
    const asked = { environments: ['development'], projects: '*', context: { appName: 'web', userId: '7' } }
    const { features } = await advanced({ ...asked, features: ['targeted', 'elsewhere', 'nothing'] })
    expect(features.map(({ name }) => name).sort()).toEqual(['elsewhere', 'targeted'])
    const all = await advanced(asked)
    expect(all.features.find(({ name }) => name === 'targeted')).toEqual(
      features.find(({ name }) => name === 'targeted'),
    )
  })

  it('returns to the window a list of results without their reasons', async () => {
    const body = {
      environments: ['development', 'production'],
      projects: '*' as const,
      context: { appName: 'web', userId: '7,8' },
    }
    const window = app.backend.appRouter.createCaller(await app.backend.windowContext())
    const { features } = await window.surveyPlayground({ body })
    const whole = await window.getAdvancedPlayground({ body })
    expect(features).toEqual(
      whole.features.map(({ environments, ...flag }) => ({
        ...flag,
        environments: Object.fromEntries(
          Object.entries(environments).map(([name, plays]) => [
            name,
            plays.map(({ isEnabled, variant, strategies }) => ({
              isEnabled,
              variant: { name: variant.name, enabled: variant.enabled },
              strategies: { result: strategies.result },
            })),
          ]),
        ),
      })),
    )
  })

  it('warns about fields that no constraint can use', async () => {
    const { body } = await advanced({
      environments: ['development'],
      context: { appName: 'web', nested: { deep: 1 }, list: ['a'] },
    })
    expect(body).toMatchObject({ warnings: { invalidContextProperties: ['nested', 'list'] } })
  })

  it('rejects a request that would take too long', async () => {
    const values = Array.from({ length: 60 }, (_none, index) => index).join(',')
    const { status, body } = await advanced({
      environments: ['development'],
      context: { appName: 'web', userId: values, country: values },
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      details: [{ message: expect.stringContaining('would generate 21600 combinations') as string }],
    })
    expect((await advanced({ environments: [], context: { appName: 'x' } })).status).toBe(400)
  })

  it('fuzz: rejects an environment whose name cannot be a key of the answer', async () => {
    const { status, body } = await advanced({ environments: ['__proto__'], context: { appName: 'web' } })
    expect(status).toBe(400)
    expect(body).toMatchObject({ details: [{ path: '/body/environments/0' }] })
  })
})
