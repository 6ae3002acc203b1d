import { describe, expect, it } from 'vitest'

import { getAllClientFeatures, registerClientApplication } from '#shared/clients/contract/client-api.ts'
import { clientBulkMetrics, getMirror } from '#shared/clients/contract/edge.ts'
import { getEdgeInstances } from '#shared/clients/contract/edge-instances.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import type { StandInAnswer } from '#support/stand-ins/recording-upstream.ts'
import { eventually } from '#support/runner/eventually.ts'
import { HOUR, nextRound, report, stateOf, useForwarding } from '#support/stages/forwarding-stage.ts'

const { startMirror, startUpstream } = useForwarding()

/** An upstream that takes what mirrors tell of themselves. */
async function startListing() {
  const upstream = await startUpstream()
  upstream.stateStatus = 202
  return upstream
}
const selfOf = async (app: TestBackend) => (await app.call(getMirror)).body.self
const poll = (app: TestBackend, etag?: string) =>
  app.call(getAllClientFeatures, {
    token: BACKEND,
    headers: etag === undefined ? {} : { 'if-none-match': etag },
  })

describe('a mirror', () => {
  it('tells its upstream once a minute who it is, and what it has answered', async () => {
    const upstream = await startListing()
    const app = await startMirror(upstream, BACKEND, {
      HALYARD_UPSTREAM_APP_NAME: 'berlin',
      HALYARD_UPSTREAM_INSTANCE_ID: 'berlin-1',
      AWS_REGION: 'eu-central-1',
    })
    const startedAt = app.clock.now().toISOString()
    const etag = (await poll(app)).headers['etag']
    expect((await poll(app, String(etag))).status).toBe(304)
    await app.call('GET', '/api/client/features', { token: null })
    await app.call(getFrontendFeatures, { token: FRONTEND })
    await report(app, { checkout: { yes: 1 } })
    await nextRound(app)
    const [, state] = upstream.states
    const latency = (count: number) => ({
      avg: expect.any(Number) as number,
      count,
      p99: expect.any(Number) as number,
    })
    expect(state).toEqual({
      token: BACKEND,
      identifier: 'berlin-1',
      appName: 'berlin',
      region: 'eu-central-1',
      edgeVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      processMetrics: { cpuUsage: expect.any(Number) as number, memoryUsage: expect.any(Number) as number },
      started: startedAt,
      traffic: {
        get: { '/api/client/features': latency(1), '/api/frontend': latency(1) },
        post: { '/api/client/metrics': latency(1) },
        accessDenied: { '/api/client/features': latency(1) },
        cachedResponses: { '/api/client/features': latency(1) },
      },
      // one before the first report, one with this one
      latencyUpstream: { features: latency(2), metrics: latency(1), edge: latency(1) },
      connectedStreamingClients: 0,
      connectedEdges: [],
      requestsSinceLastReport: {
        '/api/client/features': { requests200: 1, requests304: 1 },
        '/api/frontend': { requests200: 1, requests304: 0 },
        '/api/client/metrics': { requests200: 1, requests304: 0 },
      },
      hosting: 'self-hosted',
      apiKeyRevisionIds: [],
    })
    expect(state?.processMetrics?.memoryUsage).toBeGreaterThan(10_000_000)
    expect(await selfOf(app)).toEqual({
      appName: 'berlin',
      instanceId: 'berlin-1',
      reportedAt: app.clock.now().toISOString(),
    })
    await poll(app)
    await nextRound(app)
    // requests count in one report, times since the start
    expect(upstream.states[2]).toMatchObject({
      requestsSinceLastReport: { '/api/client/features': { requests200: 1, requests304: 0 } },
      traffic: { get: { '/api/client/features': latency(2) } },
    })
    expect(upstream.states).toHaveLength(3)
  })

  it('has the same name while it runs, and another one after the next start', async () => {
    const upstream = await startListing()
    const [one, other] = [await startMirror(upstream), await startMirror(upstream)]
    await nextRound(one)
    const ids = upstream.states.map(({ identifier }) => identifier)
    expect(ids[0]).toMatch(/^halyard-mirror@[0-9A-Z]{26}$/)
    expect(ids).toEqual([ids[0], (await selfOf(other))?.instanceId, ids[0]])
    expect(ids[0]).not.toBe(ids[1])
  })

  it('tells how many streams SDKs have open', async () => {
    const upstream = await startListing()
    const app = await startMirror(upstream)
    const url = await app.backend.listen('auto')
    const open = () =>
      fetch(`${url}/api/client/streaming`, {
        headers: { authorization: BACKEND, accept: 'text/event-stream' },
      })
    const streams = [await open(), await open()]
    await nextRound(app)
    expect(upstream.states.at(-1)?.connectedStreamingClients).toBe(2)
    await streams[0]?.body?.cancel()
    await eventually(() => expect(app.backend.services.clientApi.openStreams).toBe(1))
    await nextRound(app)
    expect(upstream.states.at(-1)?.connectedStreamingClients).toBe(1)
    // how long an SDK stays is no time of an answer
    expect(Object.keys(upstream.states.at(-1)?.traffic.get ?? {})).toEqual([])
    await streams[1]?.body?.cancel()
  })

  it('tells no secret', async () => {
    const upstream = await startListing()
    const app = await startMirror(upstream)
    await poll(app)
    await app.call(getFrontendFeatures, { token: FRONTEND })
    await nextRound(app)
    expect(upstream.stateTexts.join()).not.toMatch(/secret/)
  })

  it('adds itself to the proxies that SDKs came through', async () => {
    const upstream = await startUpstream()
    const near = await startMirror(upstream)
    const far = await startMirror({ url: await near.backend.listen('auto') })
    const started = { strategies: [], started: HOUR, interval: 10 }
    await far.call(registerClientApplication, {
      token: BACKEND,
      body: { appName: 'shop', instanceId: 'i-1', ...started },
    })
    const edge = { appName: 'unleash-edge', instanceId: 'e-1' }
    await far.call(clientBulkMetrics, {
      token: BACKEND,
      body: {
        applications: [
          { appName: 'web', instanceId: 'i-2', environment: 'development', connectVia: [edge], ...started },
        ],
        metrics: [],
      },
    })
    await nextRound(far)
    await nextRound(near)
    const nameOf = async (app: TestBackend) => {
      const { appName, instanceId } = (await selfOf(app)) ?? {}
      return { appName, instanceId }
    }
    const mirrors = [await nameOf(far), await nameOf(near)]
    const applications = upstream.taken.flatMap((one) => one.applications)
    expect(new Map(applications.map((one) => [one.appName, one.connectVia]))).toEqual(
      new Map([
        ['shop', mirrors],
        ['web', [edge, ...mirrors]],
      ]),
    )
  })

  it('is the only one that tells: an instance with flags of its own has no upstream', async () => {
    const app = await startBackend()
    expect(await selfOf(app)).toBeNull()
    await app.stop()
  })
})

describe('an upstream that answers a report of a mirror about itself', () => {
  it.each([400, 401, 403, 404, 405, 413, 501])(
    'with %i is asked once an hour, and is no problem',
    async (status) => {
      const upstream = await startUpstream()
      upstream.stateStatus = status
      const app = await startMirror(upstream)
      await report(app, { checkout: { yes: 1 } })
      for (let round = 0; round < 12; round++) await nextRound(app, 600_000)
      // at the start, and after one hour and two
      expect(upstream.stateTexts).toHaveLength(3)
      expect((await selfOf(app))?.reportedAt).toBeNull()
      expect(await stateOf(app)).toMatchObject({ sent: 1, problem: null })
      expect((await app.call(getMirror)).body.sources).toMatchObject([{ problem: null }])
    },
  )

  it('with 401 gets the next one with another token', async () => {
    const upstream = await startUpstream()
    upstream.stateAnswers = [{ status: 401 }]
    upstream.stateStatus = 202
    const app = await startMirror(upstream, `${BACKEND},shop:development.other`)
    for (let hour = 0; hour < 2; hour++) await nextRound(app, 3_600_000)
    expect(upstream.states.map(({ token }) => token)).toEqual([
      'shop:development.other',
      'shop:development.other',
    ])
  })

  it.each<[string, StandInAnswer[], number[]]>([
    ['429, and a time', [{ status: 429, headers: { 'retry-after': '150' } }], [1, 1, 2, 3]],
    ['500, again and again', Array(9).fill({ status: 500 }) as StandInAnswer[], [2, 2, 3, 3, 3, 3, 4]],
    ['a broken connection', [{ status: 'cut' }, { status: 'cut' }], [2, 2, 3, 4]],
    ['half of an answer', [{ status: 202, cutsBody: true }], [2, 3, 4]],
  ])('with %s is left alone for that time, and nothing piles up', async (_what, answers, reports) => {
    const upstream = await startUpstream()
    upstream.stateAnswers = answers
    upstream.stateStatus = 202
    const app = await startMirror(upstream)
    const asked: number[] = []
    for (const _round of reports) {
      await poll(app)
      await nextRound(app)
      asked.push(upstream.stateTexts.length)
    }
    expect(asked).toEqual(reports)
    const last = upstream.states.at(-1)
    if (last)
      expect(last.requestsSinceLastReport).toEqual({
        '/api/client/features': { requests200: 1, requests304: 0 },
      })
  })

  it('never gets one at a time, which delays no counts and no stop', async () => {
    const upstream = await startUpstream()
    upstream.stateAnswers = [{ status: 'never' }, { status: 'never' }]
    const reached = new Promise<void>((resolve) => (upstream.onState = resolve))
    const app = await startBackend({
      env: { HALYARD_UPSTREAM: upstream.url, HALYARD_UPSTREAM_TOKENS: BACKEND },
    })
    await app.backend.runJobs()
    await reached
    for (let round = 0; round < 3; round++) {
      await report(app, { checkout: { yes: 1 } })
      app.clock.advance(60_000)
      await app.backend.runJobs()
    }
    expect(await stateOf(app)).toMatchObject({ sent: 3, waiting: { reports: 0 } })
    expect(upstream.stateTexts).toHaveLength(1)
    const began = performance.now()
    await app.stop()
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('never is told nothing while it is away, and about now when it is back', async () => {
    const upstream = await startListing()
    const app = await startMirror(upstream)
    await upstream.stop()
    for (let round = 0; round < 5; round++) {
      await poll(app)
      await nextRound(app)
    }
    await upstream.start()
    await poll(app)
    // the round that finds it again may come before its flags do
    for (let round = 0; round < 2; round++) await nextRound(app)
    expect(upstream.states.slice(1).map((one) => one.requestsSinceLastReport)).toEqual([
      { '/api/client/features': { requests200: 1, requests304: 0 } },
      {},
    ])
  })
})

describe('a chain of mirrors', () => {
  it('is shown at its first instance: all of them, and who is behind whom', async () => {
    const first = await startBackend()
    const near = await startMirror({ url: await first.backend.listen('auto') }, BACKEND, {
      HALYARD_UPSTREAM_INSTANCE_ID: 'near',
    })
    const far = await startMirror({ url: await near.backend.listen('auto') }, BACKEND, {
      HALYARD_UPSTREAM_INSTANCE_ID: 'far',
    })
    await poll(far)
    await nextRound(far)
    await nextRound(near)
    const shownAt = async (app: TestBackend) => {
      const { instances } = (await app.call(getEdgeInstances)).body
      return instances
        .map(({ identifier, behind, edgesBehind, requests }) => [identifier, behind, edgesBehind, requests])
        .sort()
    }
    expect(await shownAt(first)).toEqual([
      ['far', 'near', 0, 1],
      ['near', null, 1, expect.any(Number)],
    ])
    expect(await shownAt(near)).toEqual([['far', null, 0, 1]])
    const { body } = await first.call(getEdgeInstances)
    expect(body.instances[0]).toMatchObject({
      appName: 'halyard-mirror',
      environment: 'development',
      memoryBytes: expect.any(Number) as number,
    })
    // one that has gone is not told of for ever
    for (let minute = 0; minute < 4; minute++) await nextRound(near)
    expect(await shownAt(first)).toContainEqual(['near', null, 0, expect.any(Number)])
    await far.stop()
    await near.stop()
    await first.stop()
  })
})
