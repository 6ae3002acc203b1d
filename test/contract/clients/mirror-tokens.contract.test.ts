import { beforeEach, describe, expect, it, vi } from 'vitest'

import { getValidTokens } from '#shared/clients/contract/edge.ts'
import { eventually } from '#support/runner/eventually.ts'
import type { TestBackend } from '#support/service/start-backend.ts'
import type { StandInUpstream } from '#support/stand-ins/stand-in-upstream.ts'
import {
  WIDE,
  NARROW,
  PAGE,
  OTHER,
  evaluate,
  flagsOf,
  poll,
  stateOf,
  togglesOf,
  useTokens,
} from '#support/stages/token-stage.ts'

const { stage, startMirror } = useTokens()
let upstream: StandInUpstream
beforeEach(() => {
  upstream = stage.upstream
})

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
