import fc from 'fast-check'
import { InMemStorageProvider, Unleash } from 'unleash-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { getFrontendFeaturesWithPost } from '#shared/clients/contract/frontend-api.ts'
import { evaluateFlagsBulk } from '#shared/clients/contract/remote-evaluation.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { archiveFeature, createFeature } from '#shared/flags/contract/features.ts'
import { setOverride } from '#shared/flags/contract/overrides.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { explainFlag } from '#shared/insight/contract/explain.ts'
import { getPlayground } from '#shared/insight/contract/playground.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const PROJECT = { projectId: 'default' }
const who = fc.constantFrom('a', 'b:c')
const constraint = fc.record({
  contextName: fc.constantFrom('userId', 'sessionId', 'appName', 'country'),
  operator: fc.constantFrom('IN' as const, 'NOT_IN' as const, 'STR_STARTS_WITH' as const),
  values: fc.uniqueArray(who, { minLength: 1, maxLength: 2 }),
  inverted: fc.boolean(),
})
/** Variants of a strategy, with equal weights. */
const weighed = (...names: string[]) =>
  names.map((name) => ({
    name,
    weight: 1000 / names.length,
    weightType: 'variable' as const,
    stickiness: 'default',
  }))
const variants = fc.constantFrom([], weighed('red', 'green'))
const strategy = fc.record({
  name: fc.constantFrom('default', 'flexibleRollout'),
  parameters: fc.constantFrom(
    { rollout: '50', stickiness: 'default' },
    { rollout: '100', stickiness: 'sessionId' },
  ),
  constraints: fc.array(constraint, { maxLength: 2 }),
  segments: fc.subarray([1, 2], { maxLength: 1 }),
  variants,
})
const override = fc.record({
  audience: fc.oneof(
    fc.constantFrom('everybody', 'token:one', 'header:ada', 'header:bob'),
    fc
      .tuple(fc.constantFrom('user', 'session', 'application'), who)
      .map(([kind, value]) => `${kind}:${value}`),
  ),
  body: fc.oneof(
    fc.constantFrom({ enabled: true }, { enabled: false }, { enabled: true, variant: { name: 'blue' } }),
    fc.record({ enabled: fc.constant(true), strategies: fc.array(strategy, { minLength: 1, maxLength: 2 }) }),
  ),
})
const flag = fc.record({
  isOn: fc.boolean(),
  strategies: fc.array(strategy, { maxLength: 2 }),
  overrides: fc.uniqueArray(override, { selector: ({ audience }) => audience, maxLength: 6 }),
})
type Flag = typeof flag extends fc.Arbitrary<infer F> ? F : never
/** Flags with each of the answers, so that a run has them all whatever was drawn. */
const EACH_ANSWER: readonly Flag[] = [
  { isOn: false, strategies: [], overrides: [] },
  { isOn: true, strategies: [], overrides: [] },
  ...['red', 'green'].map((name) => ({
    isOn: true,
    strategies: [
      {
        name: 'flexibleRollout' as const,
        parameters: { rollout: '100', stickiness: 'sessionId' } as const,
        constraints: [],
        segments: [],
        variants: weighed(name),
      },
    ],
    overrides: [],
  })),
  {
    isOn: false,
    strategies: [],
    overrides: [{ audience: 'everybody', body: { enabled: true, variant: { name: 'blue' } } }],
  },
]
const context = fc.record(
  { userId: who, sessionId: who, appName: who, country: who },
  { requiredKeys: ['sessionId', 'appName'] },
)
/** Requests: each token is one of a server and one of a page. */
const REQUESTS = ['one', 'two'].flatMap((token) =>
  [undefined, 'ada', 'bob'].map((overlay) => ({ token, overlay })),
)

let app: TestBackend
const secrets = new Map<string, string>()
beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} } })
  for (const tokenName of ['one', 'two'])
    for (const type of ['client', 'frontend']) {
      const body = { tokenName, type, environment: 'development', projects: ['default'] }
      const { secret } = (await requireSuccess(app.call(createApiToken, { body }))).body
      secrets.set(`${tokenName} ${type}`, secret)
    }
  for (const [id, value] of ['a', 'b:c'].entries()) {
    const constraints = [{ contextName: 'userId', operator: 'IN' as const, values: [value] }]
    const made = await requireSuccess(app.call(createSegment, { body: { name: `s${id}`, constraints } }))
    expect(made.body.id).toBe(id + 1)
  }
})
afterAll(() => app.stop())

async function make(name: string, { isOn, strategies, overrides }: Flag) {
  const at = { ...PROJECT, featureName: name, environment: 'development' }
  await requireSuccess(app.call(createFeature, { params: PROJECT, body: { name } }))
  for (const body of strategies) await requireSuccess(app.call(addFeatureStrategy, { params: at, body }))
  if (isOn) await requireSuccess(app.call(toggleFeatureEnvironmentOn, { params: at }))
  for (const { audience, body } of overrides)
    await requireSuccess(app.call(setOverride, { params: { ...at, audience }, body }))
}

/** Says what a flag is: off, on, or its variant. */
const said = (isOn: boolean, variant?: { name: string; enabled: boolean }) =>
  isOn ? (variant?.enabled ? variant.name : 'on') : 'off'

interface Sent {
  sessionId: string
  appName: string
  userId?: string
  country?: string
}
type Answers = Record<string, string>

/** Starts an SDK of a server on what the client API answers. */
async function startSdk(token: string, headers: Record<string, string>) {
  const { body } = await requireSuccess(
    app.call(getAllClientFeatures, { token, headers: { 'unleash-client-spec': '5.2.0', ...headers } }),
  )
  const sdk = new Unleash({
    appName: 'property',
    url: 'http://127.0.0.1:1/',
    disableMetrics: true,
    refreshInterval: 0,
    skipInstanceCountWarning: true,
    storageProvider: new InMemStorageProvider(),
    // their types use enums where ours use strings
    bootstrap: { data: body?.features as never, segments: body?.segments as never },
  })
  sdk.on('error', () => undefined)
  sdk.on('warn', () => undefined)
  await new Promise((resolve) => sdk.once('ready', resolve))
  return sdk
}

async function answersOf(
  names: readonly string[],
  request: (typeof REQUESTS)[number],
  contexts: readonly Sent[],
) {
  const headers: Record<string, string> =
    request.overlay === undefined ? {} : { 'x-halyard-overlay': request.overlay }
  const asked = { ...headers, 'x-halyard-as-token': request.token }
  const page = { token: secrets.get(`${request.token} frontend`) ?? '', headers }
  const sdk = await startSdk(secrets.get(`${request.token} client`) ?? '', headers)
  const all: Answers[][] = []
  for (const sent of contexts) {
    const { country, ...fields } = sent
    const properties: Record<string, string> = country === undefined ? {} : { country }
    const given = { ...fields, properties }
    const toggles = (await app.call(getFrontendFeaturesWithPost, { body: { context: given }, ...page })).body
      .toggles
    const { flags = [] } =
      (await app.call(evaluateFlagsBulk, { body: { context: { ...sent } }, ...page })).body ?? {}
    const { features } = (
      await app.call(getPlayground, {
        body: { environment: 'development', projects: '*' as const, context: given },
        headers: asked,
      })
    ).body
    const of = (answer: (name: string) => string) =>
      Object.fromEntries(names.map((name) => [name, answer(name)]))
    const [first = ''] = names
    const explained = (
      await app.call(explainFlag, {
        query: { flag: first, environment: 'development', ...sent },
        headers: asked,
      })
    ).body
    const play = of((name) => {
      const found = features.find((one) => one.name === name)
      return said(found?.isEnabled === true, found?.variant ?? undefined)
    })
    all.push([
      of((name) => said(sdk.isEnabled(name, given), sdk.getVariant(name, given))),
      of((name) => {
        const found = toggles.find((one) => one.name === name)
        return said(found !== undefined, found?.variant)
      }),
      of((name) => {
        const found = flags.find(({ key }) => key === name) as
          { value?: unknown; variant?: string } | undefined
        return found?.value === false ? 'off' : (found?.variant ?? 'on')
      }),
      play,
      { ...play, [first]: said(explained.enabled, explained.variant) },
    ])
  }
  sdk.destroy()
  return all
}

describe('overrides', () => {
  it('are the same for an SDK of a server, a page, OpenFeature, the playground and an explanation', async () => {
    let runs = 0
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(flag, { minLength: 12, maxLength: 12 }),
        fc.array(context, { minLength: 4, maxLength: 4 }),
        async (drawn, contexts) => {
          runs += 1
          const flags = [...drawn, ...EACH_ANSWER]
          const names = flags.map((_one, index) => `flag-${runs}-${index}`)
          for (const [index, one] of flags.entries()) await make(names[index] ?? '', one)
          for (const request of REQUESTS)
            for (const [index, answers] of (await answersOf(names, request, contexts)).entries()) {
              const [server, ...others] = answers
              for (const value of Object.values(server ?? {})) seen.add(value)
              for (const other of others)
                expect(other, JSON.stringify([request, contexts[index]])).toEqual(server)
            }
          for (const featureName of names)
            await requireSuccess(app.call(archiveFeature, { params: { ...PROJECT, featureName } }))
        },
      ),
      { numRuns: 3, endOnFailure: true },
    )
    expect([...seen].sort()).toEqual(['blue', 'green', 'off', 'on', 'red'])
  })
})
