import { Unleash, type Context } from 'unleash-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { loadState } from './load-state.ts'
import { contentOf, files, readSpecification, type SpecificationTest } from './specification.ts'
import { getFrontendFeaturesWithPost } from '#shared/clients/contract/frontend-api.ts'

/**
 * Tests that can't run through the frontend API, which differs from the specification. The token sets the
 * environment, the connection has an address, and a session is generated, but the tests want them absent
 * (docs/contract/clients.md#frontend-api).
 */
const NEEDS_NO_SESSION = /session/i
const NEEDS_NO_ADDRESS = /missing remoteAddress/

describe.each(files)('%s', (file) => {
  const { state, tests = [], variantTests = [] } = readSpecification(file)
  const all: SpecificationTest<unknown>[] = [...tests, ...variantTests]
  let app: TestBackend
  let sdk: Unleash

  beforeAll(async () => {
    app = await startBackend({ rateLimits: { perMinute: {} }, checksAnswers: false })
    const { flags, segments } = contentOf(state)
    await loadState(app.backend, 'development', flags.values(), segments.values())
    sdk = new Unleash({
      appName: 'conformance',
      url: `${await app.backend.listen()}/api`,
      customHeaders: { Authorization: BACKEND },
      disableMetrics: true,
      storageProvider: { get: async () => undefined, set: async () => {} },
      skipInstanceCountWarning: true,
    })
    await new Promise((resolve, reject) => sdk.once('synchronized', resolve).once('error', reject))
  })
  afterAll(async () => {
    sdk.destroy()
    await app.stop()
  })

  const overFrontend = async ({ context, toggleName }: SpecificationTest<unknown>) => {
    const { body } = await app.call(getFrontendFeaturesWithPost, {
      token: FRONTEND,
      body: { context },
      headers: { 'x-halyard-reason': 'true' },
    })
    return body.toggles.find((toggle) => toggle.name === toggleName)
  }
  const isPossible = ({ context, description }: SpecificationTest<unknown>) =>
    context.environment === undefined &&
    !NEEDS_NO_ADDRESS.test(description) &&
    (context.sessionId !== undefined || !NEEDS_NO_SESSION.test(`${file} ${description}`))

  it('matches through the Node SDK, fed by the client API', () => {
    for (const { toggleName, context, expectedResult, description } of tests)
      expect(sdk.isEnabled(toggleName, context as Context), description).toBe(expectedResult)
    for (const { toggleName, context, expectedResult, description } of variantTests) {
      const { featureEnabled: _alias, ...variant } = sdk.getVariant(toggleName, context as Context)
      expect(variant, description).toEqual(expectedResult)
    }
  })

  it('matches through the frontend API', async () => {
    let checked = 0
    for (const test of all.filter(isPossible)) {
      const toggle = await overFrontend(test)
      const { expectedResult, description } = test
      if (typeof expectedResult === 'boolean')
        expect(toggle?.enabled ?? false, description).toBe(expectedResult)
      else {
        const { featureEnabled: _alias, ...variant } = toggle?.variant ?? {
          name: 'disabled',
          enabled: false,
          feature_enabled: false,
        }
        expect(variant, description).toEqual(expectedResult)
      }
      checked += 1
    }
    expect(checked).toBeGreaterThan(0)
  })
})
