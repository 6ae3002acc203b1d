import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { getMirror, getValidTokens } from '#shared/clients/contract/edge.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'
import { getReady } from '#shared/instance/contract/instance.ts'
import { eventually } from '#support/runner/eventually.ts'
import { StandInUpstream } from '#support/stand-ins/stand-in-upstream.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const WIDE = '*:staging.wide'
const NARROW = 'default:staging.narrow'
const PAGE = '*:staging.page'
const OTHER = 'shop:testing.other'
let upstream: StandInUpstream
const running: TestBackend[] = []

beforeEach(async () => {
  upstream = new StandInUpstream()
  upstream.projects.push('shop')
  upstream.add(WIDE)
  await upstream.listen()
})
afterEach(async () => {
  vi.useRealTimers()
  for (const app of running.splice(0)) await app.stop()
  await upstream.stop()
})

async function startMirror(env: Record<string, string> = {}, url = upstream.url) {
  const app = await startBackend({
    env: {
      HALYARD_UPSTREAM: url,
      HALYARD_UPSTREAM_TOKENS: WIDE,
      // it asks when a test says so
      FEATURES_REFRESH_INTERVAL_SECONDS: '86400',
      ...env,
    },
  })
  running.push(app)
  await app.backend.runJobs()
  upstream.forget()
  return app
}
const poll = (app: TestBackend, token: string) => app.call(getAllClientFeatures, { token })
const evaluate = (app: TestBackend, token: string) => app.call(getFrontendFeatures, { token })
/** Names of the flags that a backend token gets, or the status. */
const flagsOf = async (app: TestBackend, token: string) => {
  const { status, body } = await poll(app, token)
  if (status !== 200) return status
  return (body as { features: { name: string }[] }).features.map(({ name }) => name)
}
const togglesOf = async (app: TestBackend, token: string) => {
  const { status, body } = await evaluate(app, token)
  return status === 200 ? body.toggles.map(({ name }) => name) : status
}
const stateOf = async (app: TestBackend) => (await app.call(getMirror)).body

describe('a token that only an SDK knows', () => {
  it('is served at once from a source that covers it, and is not polled itself', async () => {
    const app = await startMirror()
    upstream.add(NARROW)
    expect(await flagsOf(app, NARROW)).toEqual(['default-staging'])
    expect(await flagsOf(app, NARROW)).toEqual(['default-staging'])
    await app.backend.runJobs()
    expect(upstream.polls).toEqual([WIDE])
    expect(upstream.questions[0]).toBe(1)
    expect(await stateOf(app)).toMatchObject({ sources: [{ isLearnt: false }], learntTokens: 1 })
  })

  it('is followed as a source of its own where nothing covers it', async () => {
    const app = await startMirror()
    upstream.add(OTHER)
    expect(await flagsOf(app, OTHER)).toEqual(['shop-testing'])
    expect(await stateOf(app)).toMatchObject({
      sources: [
        { environment: 'staging', isLearnt: false },
        { environment: 'testing', projects: ['shop'], isLearnt: true, problem: null },
      ],
    })
    upstream.forget()
    await app.backend.runJobs()
    expect(upstream.polls.toSorted()).toEqual([WIDE, OTHER].toSorted())
  })

  it('is no source any more once another one covers it', async () => {
    const app = await startMirror()
    upstream.add(OTHER)
    const wide = upstream.add('*:testing.wide')
    expect(await flagsOf(app, OTHER)).toEqual(['shop-testing'])
    expect(await flagsOf(app, wide)).toEqual(['default-testing', 'shop-testing'])
    await app.backend.runJobs()
    upstream.forget()
    await app.backend.runJobs()
    expect(upstream.polls.toSorted()).toEqual([wide, WIDE].toSorted())
    expect([await flagsOf(app, OTHER), await flagsOf(app, wide)]).toEqual([
      ['shop-testing'],
      ['default-testing', 'shop-testing'],
    ])
  })

  it('of several projects gets those, as the upstream tells them', async () => {
    const app = await startMirror()
    const several = upstream.add('[]:staging.several', { projects: ['shop', 'nowhere'] })
    expect(await flagsOf(app, several)).toEqual(['shop-staging'])
  })

  it('of a page is evaluated from a backend token of its environment', async () => {
    const app = await startMirror()
    upstream.add(PAGE, { type: 'frontend' })
    expect(await togglesOf(app, PAGE)).toEqual(['default-staging', 'shop-staging'])
    expect(await flagsOf(app, PAGE)).toBe(403)
    const response = await app.call('POST', '/ofrep/v1/evaluate/flags/default-staging', {
      token: upstream.add('*:staging.ofrep', { type: 'frontend' }),
      body: { context: { targetingKey: 'u' } },
    })
    expect([response.status, response.body]).toMatchObject([200, { value: true }])
  })

  it('of a page in an environment that nothing covers is told what is missing', async () => {
    const app = await startMirror()
    const page = upstream.add('*:testing.page', { type: 'frontend' })
    const { status, body } = await evaluate(app, page)
    expect([status, body]).toMatchObject([
      511,
      { name: 'MissingSourceError', message: expect.stringContaining('in testing, projects *') as unknown },
    ])
    await evaluate(app, page)
    expect(upstream.questions).toEqual([1])
    upstream.add('*:testing.wide')
    await poll(app, '*:testing.wide')
    expect(await togglesOf(app, page)).toEqual(['default-testing', 'shop-testing'])
  })

  it('is refused if the upstream does not know it, and that is remembered for a minute', async () => {
    const app = await startMirror()
    expect([await flagsOf(app, NARROW), await togglesOf(app, NARROW)]).toEqual([401, 401])
    expect(upstream.questions).toEqual([1])
    upstream.add(NARROW)
    expect(await flagsOf(app, NARROW)).toBe(401)
    app.clock.advance(60_001)
    expect(await flagsOf(app, NARROW)).toEqual(['default-staging'])
    expect(upstream.questions).toEqual([1, 1])
  })

  it('is not asked for if it cannot be one, nor for the Admin API', async () => {
    const app = await startMirror()
    for (const token of ['nonsense', '*:*.admin', 'user:abc', `a:b.${'c'.repeat(300)}`, 'a:b'])
      expect([token, await flagsOf(app, token)]).toEqual([token, 401])
    expect((await app.call('GET', '/api/admin/projects', { token: NARROW })).status).toBe(401)
    expect(upstream.questions).toEqual([])
  })

  it('is asked for once, however many requests come with it', async () => {
    const app = await startMirror()
    upstream.add(OTHER)
    const answers = await Promise.all(Array.from({ length: 50 }, () => flagsOf(app, OTHER)))
    expect(new Set(answers.map(String))).toEqual(new Set(['shop-testing']))
    expect([upstream.questions, upstream.polls]).toEqual([[1], [OTHER]])
  })

  it('is an admin token nowhere, whatever the upstream says', async () => {
    const app = await startMirror()
    upstream.add(NARROW, { type: 'admin' })
    expect(await flagsOf(app, NARROW)).toBe(401)
  })
})

describe('many tokens', () => {
  /** Polls with tokens, some at a time: how long an SDK waits is not the question here. */
  async function statusesOf(app: TestBackend, tokens: readonly string[], atOnce: number): Promise<number[]> {
    const statuses: number[] = []
    for (let start = 0; start < tokens.length; start += atOnce) {
      const some = tokens.slice(start, start + atOnce)
      const answers = await Promise.all(some.map((token) => poll(app, token)))
      statuses.push(...answers.map(({ status }) => status))
    }
    return statuses
  }

  it('of many environments cost the upstream one question for a hundred, and a poll for each environment', async () => {
    const environments = Array.from({ length: 50 }, (_, n) => `env-${n}`)
    const wide = environments.map((environment) => upstream.add(`*:${environment}.wide`))
    const app = await startMirror({ HALYARD_UPSTREAM_TOKENS: wide.join() })
    const narrow = environments.flatMap((environment) =>
      Array.from({ length: 20 }, (_, n) => upstream.add(`shop:${environment}.${n}`)),
    )
    const statuses = await statusesOf(app, narrow, 100)
    expect([statuses.length, new Set(statuses)]).toEqual([1000, new Set([200])])
    expect([upstream.questions.length, upstream.polls.length]).toEqual([10, 0])
    expect(await flagsOf(app, 'shop:env-7.3')).toEqual(['shop-env-7'])
    upstream.forget()
    await app.backend.runJobs()
    expect([upstream.questions.length, upstream.polls.length]).toEqual([11, 50])
    expect((await stateOf(app)).learntTokens).toBe(1000)
    for (const token of narrow) upstream.tokens.delete(token)
    await app.backend.runJobs()
    expect([(await stateOf(app)).learntTokens, await flagsOf(app, 'shop:env-7.3')]).toEqual([0, 401])
  })

  it('that nothing covers are followed up to a bound', async () => {
    const app = await startMirror()
    const alone = Array.from({ length: 210 }, (_, n) => upstream.add(`shop:alone-${n}.secret`))
    const statuses = await statusesOf(app, alone, 10)
    const of = (status: number) => statuses.filter((one) => one === status).length
    expect([of(200), of(403)]).toEqual([200, 10])
    const { body } = await poll(app, alone[statuses.indexOf(403)] ?? '')
    expect(body).toMatchObject({ message: expect.stringContaining('one of *:alone-') as unknown })
  })
})

describe('an upstream that is not well', () => {
  it.each([
    ['failing', 'It answers 500 at /edge/validate.'],
    ['nonsense', 'Its answer at /edge/validate is not one about tokens.'],
  ] as const)('(%s) leaves an unknown token with a 503 that says so', async (mode, problem) => {
    const app = await startMirror()
    upstream.add(NARROW)
    upstream.mode = mode
    const { status, body, headers } = await poll(app, NARROW)
    expect([status, body, headers['retry-after']]).toMatchObject([
      503,
      { name: 'UpstreamUnavailableError', message: expect.stringContaining(problem) as unknown },
      '5',
    ])
    // for some seconds nobody asks
    expect([await flagsOf(app, OTHER), upstream.questions]).toEqual([503, [1]])
    expect(await flagsOf(app, WIDE)).toEqual(['default-staging', 'shop-staging'])
    upstream.mode = 'well'
    app.clock.advance(5001)
    expect(await flagsOf(app, NARROW)).toEqual(['default-staging'])
  })

  it.each(['/edge/validate', '/api/client/features'])(
    'keeps an SDK waiting for ten seconds, not longer (%s)',
    async (path) => {
      const app = await startMirror()
      upstream.add(OTHER)
      upstream.mode = 'silent'
      upstream.modeOf = (one) => one === path
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const answer = poll(app, OTHER)
      const asked = path === '/edge/validate' ? upstream.questions : upstream.polls
      await eventually(() => expect(asked).toHaveLength(1))
      await vi.advanceTimersByTimeAsync(10_000)
      const { status, body } = await answer
      expect([status, body]).toMatchObject([503, { name: 'UpstreamUnavailableError' }])
    },
  )

  it('does not get a flood of made-up tokens', async () => {
    const app = await startMirror()
    const made = Array.from({ length: 10_000 }, (_, n) => `*:staging.${n}`)
    const answers = await Promise.all(made.map((token) => poll(app, token)))
    const of = (status: number) => answers.filter((answer) => answer.status === status)
    // 503: on a slow machine some wait too long
    expect(of(401).length + of(429).length + of(503).length).toBe(10_000)
    expect(of(429).length).toBeGreaterThanOrEqual(9000)
    expect(upstream.questions.length).toBeLessThanOrEqual(60)
    expect(of(429)[0]?.body).toMatchObject({
      name: 'RateLimitError',
      message: expect.stringContaining('Too many tokens') as unknown,
    })
    expect(await flagsOf(app, WIDE)).toEqual(['default-staging', 'shop-staging'])
    // one after the other
    upstream.forget()
    const before = answers.length
    for (let n = 0; n < 200; n++) await poll(app, `*:staging.${before + n}`)
    expect(upstream.questions.length).toBeLessThanOrEqual(60)
    upstream.add(NARROW)
    // on a slow machine some of the flood are still waiting
    await eventually(async () => {
      app.clock.advance(61_000)
      expect(await flagsOf(app, NARROW)).toEqual(['default-staging'])
    })
  })
})

describe('revalidation', () => {
  it('refuses a learnt token that was deleted there, and what only it brought goes', async () => {
    const app = await startMirror()
    for (const token of [NARROW, OTHER]) upstream.add(token)
    const page = upstream.add('shop:testing.page', { type: 'frontend' })
    expect([await flagsOf(app, NARROW), await flagsOf(app, OTHER), await togglesOf(app, page)]).toEqual([
      ['default-staging'],
      ['shop-testing'],
      ['shop-testing'],
    ])
    upstream.tokens.delete(NARROW)
    upstream.tokens.delete(OTHER)
    await app.backend.runJobs()
    expect([await flagsOf(app, NARROW), await flagsOf(app, OTHER)]).toEqual([401, 401])
    await app.backend.runJobs()
    // its flags came from the other one
    expect(await togglesOf(app, page)).toBe(511)
    const { queries } = app.backend.store
    const left = await queries.selectFrom('feature_environments').select('environment').distinct().execute()
    expect(left).toEqual([{ environment: 'staging' }])
    expect(await stateOf(app)).toMatchObject({ sources: [{ environment: 'staging' }], learntTokens: 0 })
  })

  it('names a token of the settings that was deleted there as a problem', async () => {
    const app = await startMirror({ HALYARD_UPSTREAM_TOKENS: `${WIDE},${OTHER}` })
    upstream.add(OTHER)
    await app.backend.runJobs()
    expect(await flagsOf(app, OTHER)).toEqual(['shop-testing'])
    upstream.tokens.delete(OTHER)
    await app.backend.runJobs()
    expect(await flagsOf(app, OTHER)).toBe(401)
    expect((await stateOf(app)).sources[1]).toMatchObject({
      environment: null,
      problem: 'It refuses the token (401).',
    })
    expect(await flagsOf(app, WIDE)).toEqual(['default-staging', 'shop-staging'])
    upstream.add(OTHER)
    await app.backend.runJobs()
    expect(await flagsOf(app, OTHER)).toEqual(['shop-testing'])
  })

  it('goes on with tokens that the deleted one covered', async () => {
    const app = await startMirror()
    const wide = upstream.add('*:testing.wide')
    upstream.add(OTHER)
    await poll(app, wide)
    await poll(app, OTHER)
    upstream.tokens.delete(wide)
    for (let round = 0; round < 2; round++) await app.backend.runJobs()
    expect([await flagsOf(app, wide), await flagsOf(app, OTHER)]).toEqual([401, ['shop-testing']])
  })

  it.each(['failing', 'nonsense'] as const)('invalidates nothing while the upstream is %s', async (mode) => {
    const app = await startMirror()
    upstream.add(NARROW)
    await poll(app, NARROW)
    upstream.mode = mode
    upstream.tokens.clear()
    await app.backend.runJobs()
    expect([await flagsOf(app, NARROW), await flagsOf(app, WIDE)]).toEqual([
      ['default-staging'],
      ['default-staging', 'shop-staging'],
    ])
  })

  it('leaves a token of the settings that the upstream serves, though it does not list it', async () => {
    const app = await startMirror()
    upstream.add(WIDE, { isUnlisted: true })
    await app.backend.runJobs()
    expect([await flagsOf(app, WIDE), upstream.questions]).toEqual([['default-staging', 'shop-staging'], [1]])
  })
})

describe('trusted tokens', () => {
  it('are accepted without asking, in both forms', async () => {
    const app = await startMirror({ PRETRUSTED_TOKENS: 'shop:staging.trusted, some-secret@staging' })
    expect([await togglesOf(app, 'shop:staging.trusted'), await togglesOf(app, 'some-secret')]).toEqual([
      ['shop-staging'],
      ['default-staging', 'shop-staging'],
    ])
    await app.backend.runJobs()
    expect(await togglesOf(app, 'some-secret')).toEqual(['default-staging', 'shop-staging'])
    expect(upstream.questions).toEqual([1])
    expect(await flagsOf(app, 'some-secret')).toBe(403)
  })
})

describe('a chain of mirrors', () => {
  it('serves a token that only the last upstream knows', async () => {
    const first = await startMirror()
    const second = await startMirror({}, await first.backend.listen('auto'))
    for (const token of [NARROW, OTHER]) upstream.add(token)
    const page = upstream.add(PAGE, { type: 'frontend' })
    expect([
      await flagsOf(second, NARROW),
      await flagsOf(second, OTHER),
      await togglesOf(second, page),
      await flagsOf(second, 'shop:staging.unknown'),
    ]).toEqual([['default-staging'], ['shop-testing'], ['default-staging', 'shop-staging'], 401])
    const { body } = await first.call(getValidTokens, {
      token: null,
      body: { tokens: [OTHER, page, '*:staging.no'] },
    })
    expect(body.tokens).toMatchObject([
      { token: OTHER, type: 'client', projects: ['shop'], environment: 'testing' },
      { token: page, type: 'frontend', projects: ['*'], environment: 'staging' },
    ])
    upstream.tokens.delete(NARROW)
    await first.backend.runJobs()
    await second.backend.runJobs()
    expect(await flagsOf(second, NARROW)).toBe(401)
  })

  it('does not say that a token is unknown while the last upstream is away', async () => {
    const app = await startMirror()
    upstream.mode = 'failing'
    const answer = await app.call(getValidTokens, { token: null, body: { tokens: [NARROW] } })
    expect(answer.status).toBe(503)
  })
})

describe('the age of a mirror', () => {
  it('is in answers to SDKs, and in Prometheus', async () => {
    const app = await startMirror({ HALYARD_SERVER_METRICS: 'loopback' })
    const page = upstream.add(PAGE, { type: 'frontend' })
    app.clock.advance(42_000)
    expect((await poll(app, WIDE)).headers['halyard-upstream-age']).toBe('42')
    expect((await evaluate(app, page)).headers['halyard-upstream-age']).toBe('42')
    const figures = async () =>
      (await app.call('GET', '/internal-backstage/prometheus', { token: null })).text
    expect(await figures()).toContain('halyard_mirror_age_seconds{environment="staging"} 42\n')
    expect(await figures()).toContain('halyard_mirror_upstream_up 1\n')
    upstream.mode = 'failing'
    await app.backend.runJobs()
    expect(await figures()).toContain('halyard_mirror_upstream_up 0\n')
    upstream.mode = 'well'
    await app.backend.runJobs()
    expect(await figures()).toContain('halyard_mirror_age_seconds{environment="staging"} 0\n')
    expect((await poll(app, WIDE)).headers['halyard-upstream-age']).toBe('0')
  })

  it('keeps it from being ready until all tokens of its settings have flags', async () => {
    const app = await startMirror({ HALYARD_UPSTREAM_TOKENS: `${WIDE},${OTHER}` })
    const { status, body } = await app.call(getReady, { token: null })
    expect([status, body]).toMatchObject([
      503,
      { message: 'The upstream has not yet sent flags for 1 of 2 tokens.' },
    ])
    upstream.add(OTHER)
    await app.backend.runJobs()
    upstream.mode = 'failing'
    await app.backend.runJobs()
    expect(await app.call(getReady, { token: null })).toMatchObject({ status: 200, body: { health: 'GOOD' } })
  })
})
