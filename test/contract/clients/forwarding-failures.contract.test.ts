import { describe, expect, it } from 'vitest'

import { registerClientApplication } from '#shared/clients/contract/client-api.ts'
import { addTo, evaluationsIn, type ReportSums } from '#support/stages/report-sums.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { seededRandom } from '#support/runner/random.ts'
import { BACKEND } from '#support/service/start-backend.ts'
import type { StandInAnswer } from '#support/stand-ins/recording-upstream.ts'
import { HOUR, nextRound, report, stateOf, useForwarding } from '#support/stages/forwarding-stage.ts'

const { startMirror, startUpstream } = useForwarding()

describe('reports of a mirror whose upstream', () => {
  it.each<[string, StandInAnswer, string | null]>([
    ['fails', { status: 500 }, 'It answers reports with 500.'],
    ['is away behind a proxy', { status: 502 }, 'It answers reports with 502.'],
    ['refuses the token', { status: 401 }, 'It refuses the token for reports (401).'],
    ['forbids them', { status: 403 }, 'It refuses the token for reports (403).'],
    ['has no such path', { status: 404 }, 'It answers reports with 404.'],
  ])('%s wait, and are sent once', async (_what, answer, problem) => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    upstream.answers = [answer]
    await report(app, { checkout: { yes: 3 } })
    await nextRound(app)
    expect(await stateOf(app)).toMatchObject({ problem, waiting: { reports: 1, evaluations: 3 }, sent: 0 })
    await report(app, { checkout: { yes: 4 } })
    await nextRound(app)
    expect([evaluationsIn(upstream.sums), upstream.reports]).toEqual([7, 3])
    expect(await stateOf(app)).toMatchObject({ problem: null, waiting: { reports: 0 }, sent: 7, dropped: 0 })
  })

  it('asks to wait are left for that time, and ever longer without one', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    upstream.answers = [{ status: 429, headers: { 'retry-after': '150' } }, { status: 503 }]
    await report(app, { checkout: { yes: 3 } })
    const asked: number[] = []
    for (let round = 0; round < 8; round++) {
      await nextRound(app)
      asked.push(upstream.reports)
    }
    // the second failure in a row takes two intervals
    expect(asked).toEqual([1, 1, 1, 2, 2, 3, 3, 3])
    expect(evaluationsIn(upstream.sums)).toBe(3)
  })

  it('asks to wait are left no longer for a clock that is set back', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    upstream.answers = [{ status: 429, headers: { 'retry-after': '50' } }]
    await report(app, { checkout: { yes: 3 } })
    await nextRound(app)
    app.clock.jump(-24 * 60 * 60_000)
    await nextRound(app)
    expect(evaluationsIn(upstream.sums)).toBe(3)
  })

  it.each<[string, StandInAnswer, object]>([
    ['breaks off before its answer', { status: 'cut' }, { unconfirmed: 3, sent: 0 }],
    ['breaks off within its answer', { status: 202, cutsBody: true }, { unconfirmed: 0, sent: 3 }],
  ])('%s are not sent again, but starts of instances are', async (_what, answer, state) => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    upstream.answers = [answer]
    await app.call(registerClientApplication, {
      token: BACKEND,
      body: { appName: 'shop', strategies: [], started: HOUR, interval: 10 },
    })
    await report(app, { checkout: { yes: 3 } })
    await nextRound(app)
    await nextRound(app)
    expect(await stateOf(app)).toMatchObject({ ...state, waiting: { reports: 0 }, problem: null })
    expect(evaluationsIn(upstream.sums)).toBe(3)
    const starts = upstream.taken.flatMap(({ applications }) => applications).length
    expect(starts).toBe(answer.status === 'cut' ? 2 : 1)
  })

  it('is away wait, and are sent once it is back', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    await upstream.stop()
    for (const yes of [1, 2]) {
      await report(app, { checkout: { yes } })
      await nextRound(app)
    }
    expect(await stateOf(app)).toMatchObject({
      waiting: { reports: 1, evaluations: 3 },
      unconfirmed: 0,
      problem: 'They are sent once the upstream answers.',
    })
    await upstream.start()
    await nextRound(app)
    expect(await stateOf(app)).toMatchObject({ waiting: { reports: 0 }, problem: null })
    expect([evaluationsIn(upstream.sums), upstream.reports]).toEqual([3, 1])
  })

  it.each([400, 413])('does not take one of them (%i) are sent without that one', async (status) => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    upstream.answers = [{ status }]
    upstream.refuses = ({ metrics }) => metrics.some(({ featureName }) => featureName === 'search')
    const others = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`other-${at}`, { yes: 1 }]))
    await report(app, { checkout: { yes: 3 }, search: { yes: 50 }, ...others })
    await nextRound(app)
    expect(evaluationsIn(upstream.sums)).toBe(33)
    expect(await stateOf(app)).toMatchObject({
      sent: 33,
      dropped: 50,
      waiting: { reports: 0 },
      problem: null,
    })
    // halves of 32
    expect(upstream.reports).toBeLessThanOrEqual(11)
  })

  it('gets no more than fits into a request with the usual bound', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    const variants = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`variant-${at}`.padEnd(60, 'x'), 1]),
    )
    for (let at = 0; at < 100; at++) await report(app, { checkout: { yes: 1, variants } }, `app-${at}`)
    await nextRound(app)
    expect(evaluationsIn(upstream.sums)).toBe(100)
    const sizes = upstream.taken.map((one) => JSON.stringify(one).length)
    expect(Math.max(...sizes)).toBeLessThan(100_000)
    expect(sizes.length).toBeLessThan(8)
  })

  it('fails at random add up to what SDKs have reported', async () => {
    const upstream = await startUpstream()
    const app = await startMirror(upstream)
    const random = seededRandom(20261128)
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
    const reported: ReportSums = new Map()
    const faults: StandInAnswer[] = [
      { status: 500 },
      { status: 429, headers: { 'retry-after': '90' } },
      { status: 401 },
      { status: 'cut' },
      { status: 202, cutsBody: true },
    ]
    for (let round = 0; round < propertyRuns(60); round++) {
      for (let at = 0; at < 5; at++) {
        const flag = pick(['checkout', 'search', 'missing'])
        const appName = pick(['shop', 'web'])
        const [yes, no] = [Math.floor(random() * 9), Math.floor(random() * 9)]
        const place = ['development', flag, appName, HOUR]
        addTo(reported, [...place, 'yes'], yes)
        addTo(reported, [...place, 'no'], no)
        addTo(reported, [...place, '=blue'], yes)
        await report(app, { [flag]: { yes, no, variants: { blue: yes } } }, appName)
      }
      if (random() < 0.6) upstream.answers = [pick(faults), pick(faults)]
      const most = random() < 0.3 ? 2 : Infinity
      upstream.refuses = ({ metrics }) => metrics.length > most
      if (random() < 0.1) await upstream.stop()
      await nextRound(app)
      await upstream.stop()
      await upstream.start()
    }
    upstream.answers = []
    for (let round = 0; round < 15; round++) await nextRound(app)
    expect(upstream.sums).toEqual(Object.fromEntries(reported))
    const { sent, unconfirmed, waiting, dropped } = await stateOf(app)
    expect([sent + unconfirmed, waiting.reports, dropped]).toEqual([
      evaluationsIn(Object.fromEntries(reported)),
      0,
      0,
    ])
    expect(unconfirmed).toBeGreaterThan(0)
  })
})
