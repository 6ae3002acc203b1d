import { beforeEach, describe, expect, it } from 'vitest'

import { getReady } from '#shared/instance/contract/instance.ts'
import type { StandInUpstream } from '#support/stand-ins/stand-in-upstream.ts'
import { evaluate, poll, PAGE, OTHER, WIDE, useTokens } from '#support/stages/token-stage.ts'

const { stage, startMirror } = useTokens()
let upstream: StandInUpstream
beforeEach(() => {
  upstream = stage.upstream
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
