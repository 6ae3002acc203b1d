import { beforeEach, describe, expect, it } from 'vitest'

import type { StandInUpstream } from '#support/stand-ins/stand-in-upstream.ts'
import {
  WIDE,
  NARROW,
  OTHER,
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

  it('refuses a deleted token that is validated there still, and does not learn it anew', async () => {
    const app = await startMirror()
    for (const token of [NARROW, OTHER]) upstream.add(token)
    expect([await flagsOf(app, NARROW), await flagsOf(app, OTHER)]).toEqual([
      ['default-staging'],
      ['shop-testing'],
    ])
    for (const token of [NARROW, OTHER]) upstream.deleted.add(token)
    await app.backend.runJobs()
    expect([await flagsOf(app, NARROW), await flagsOf(app, OTHER)]).toEqual([401, 401])
    app.clock.advance(60 * 60_000)
    expect([await flagsOf(app, NARROW), await flagsOf(app, OTHER)]).toEqual([401, 401])
    expect(await flagsOf(app, WIDE)).toEqual(['default-staging', 'shop-staging'])
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
