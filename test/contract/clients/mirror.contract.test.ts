import http from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { getMirror } from '#shared/clients/contract/edge.ts'
import { archiveFeature, createFeature } from '#shared/flags/contract/features.ts'
import { addFeatureDependency } from '#shared/flags/contract/dependencies.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { setOverride } from '#shared/flags/contract/overrides.ts'
import { createSegment, updateSegment } from '#shared/flags/contract/segments.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

const inDevelopment = (featureName: string) => ({
  projectId: 'default',
  featureName,
  environment: 'development',
})
const running: TestBackend[] = []
let upstream: TestBackend
let url: string

beforeAll(async () => {
  upstream = await startBackend({})
  url = await upstream.backend.listen('auto')
  const { body: segment } = await upstream.call(createSegment, {
    body: { name: 'nordic', constraints: [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE'] }] },
  })
  for (const name of ['checkout', 'parent', 'child', 'plain']) await addFlag(name)
  await upstream.call(addFeatureStrategy, {
    params: inDevelopment('checkout'),
    body: {
      name: 'flexibleRollout',
      parameters: { rollout: '100', stickiness: 'userId', groupId: 'checkout' },
      constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'], inverted: true }],
      segments: [(segment as { id: number }).id],
      variants: [{ name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' }],
    },
  })
  await upstream.call(addFeatureDependency, {
    params: { projectId: 'default', child: 'child' },
    body: { feature: 'parent', enabled: false },
  })
  await upstream.call(toggleFeatureEnvironmentOn, { params: inDevelopment('checkout') })
})
afterEach(async () => {
  for (const app of running.splice(0)) await app.stop()
})
afterAll(() => upstream.stop())

const addFlag = (name: string) =>
  upstream.call(createFeature, { params: { projectId: 'default' }, body: { name } })

async function startMirror(at = url, options: Parameters<typeof startBackend>[0] = {}) {
  const app = await startBackend({
    ...options,
    env: { HALYARD_UPSTREAM: at, HALYARD_UPSTREAM_TOKENS: BACKEND, ...options.env },
  })
  running.push(app)
  await app.backend.runJobs()
  return app
}
const featuresOf = async (app: TestBackend) => {
  const { body } = await app.call(getAllClientFeatures, {
    token: BACKEND,
    headers: { 'unleash-client-spec': '5.2.0' },
  })
  const { features, segments } = body as {
    features: { name: string; strategies: object[] }[]
    segments: unknown
  }
  return { features, segments }
}
const stateOf = async (app: TestBackend) => (await app.call(getMirror)).body.sources[0]

describe('a mirror', () => {
  it('serves SDKs with the token of the upstream what the upstream serves', async () => {
    const app = await startMirror()
    expect(await featuresOf(app)).toEqual(await featuresOf(upstream))
    expect((await app.call(getMirror)).body).toMatchObject({
      url,
      sources: [{ environment: 'development', problem: null, checkedAt: app.clock.now().toISOString() }],
    })
  })

  it('takes over what changes, and tells of it', async () => {
    const app = await startMirror()
    await upstream.call(toggleFeatureEnvironmentOn, { params: inDevelopment('plain') })
    await addFlag('new')
    await app.backend.runJobs()
    expect(await featuresOf(app)).toEqual(await featuresOf(upstream))
    // a stream tells of each by itself
    const events = (await readEventLog(app)).slice(0, 2)
    expect(events.sort((a, b) => String(a.featureName).localeCompare(String(b.featureName)))).toMatchObject([
      { type: 'mirrored-flag-changed', featureName: 'new' },
      {
        type: 'mirrored-flag-changed',
        featureName: 'plain',
        data: { enabled: true },
        preData: { enabled: false },
      },
    ])
    await upstream.call(archiveFeature, { params: { projectId: 'default', featureName: 'new' } })
    await app.backend.runJobs()
    expect(await featuresOf(app)).toEqual(await featuresOf(upstream))
    expect((await readEventLog(app))[0]).toMatchObject({ type: 'mirrored-flag-removed' })
  })

  it('takes over segments, and the address that SDKs have', async () => {
    const app = await startMirror(`${url}/api/`)
    const [{ id } = { id: 0 }] = (await featuresOf(upstream)).segments as { id: number }[]
    await upstream.call(updateSegment, {
      params: { id },
      body: { name: 'nordic', constraints: [{ contextName: 'country', operator: 'IN', values: ['DK'] }] },
    })
    await app.backend.runJobs()
    expect(await featuresOf(app)).toEqual(await featuresOf(upstream))
  })

  it('lays overrides over what it follows, and keeps them', async () => {
    const app = await startMirror()
    await app.call(setOverride, {
      params: { ...inDevelopment('checkout'), audience: 'everybody' },
      body: { enabled: false },
    })
    await upstream.call(addFeatureStrategy, { params: inDevelopment('checkout'), body: { name: 'default' } })
    await app.backend.runJobs()
    const checkout = (await featuresOf(app)).features.find(({ name }) => name === 'checkout')
    expect(checkout).toMatchObject({ enabled: false, strategies: [{}, { name: 'default' }] })
    expect((await featuresOf(upstream)).features.find(({ name }) => name === 'checkout')).toMatchObject({
      enabled: true,
    })
  })

  it('refuses changes of what it follows', async () => {
    const app = await startMirror()
    const { status, body } = await app.call(createFeature, {
      params: { projectId: 'default' },
      body: { name: 'mine' },
    })
    expect([status, body]).toMatchObject([
      403,
      { name: 'OperationDeniedError', message: `This instance mirrors ${url}. Make the change there.` },
    ])
  })
})

describe('a mirror whose upstream', () => {
  /** Answers of a service that is not well, in turn; the last one stays. */
  async function startFaulty(...answers: ((response: http.ServerResponse) => void)[]) {
    const server = http.createServer((request, response) => {
      if (request.url === '/api/client/streaming') return void response.writeHead(404).end()
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      answer?.(response)
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return { at: `http://127.0.0.1:${port}`, stop: () => void server.close() }
  }
  const flag = { name: 'there', enabled: true, project: 'default', strategies: [{ name: 'default' }] }
  const good = (response: http.ServerResponse) =>
    response.setHeader('etag', '"1"').end(JSON.stringify({ version: 2, features: [flag] }))

  it.each<[string, (response: http.ServerResponse) => void, string]>([
    ['answers nonsense', (response) => void response.end('<html>'), 'something else than JSON'],
    [
      'answers something else',
      (response) => void response.end('{"features":[{"name":7}]}'),
      'features.0.name',
    ],
    [
      'cuts its answer half-way',
      (response) => {
        response.setHeader('content-length', '1000').write('{"features":[')
        response.destroy()
      },
      '',
    ],
    ['asks to wait', (response) => void response.writeHead(429).end(), 'answers 429'],
    ['refuses the token', (response) => void response.writeHead(401).end(), 'refuses the token (401)'],
    ['fails', (response) => void response.writeHead(500).end(), 'answers 500'],
  ])('%s keeps what it had, and says so', async (_what, answer, problem) => {
    const faulty = await startFaulty(good, answer)
    try {
      const app = await startMirror(faulty.at)
      const before = await featuresOf(app)
      expect(before.features).toMatchObject([{ name: 'there', enabled: true }])
      await app.backend.runJobs()
      expect(await featuresOf(app)).toEqual(before)
      expect((await stateOf(app))?.problem).toContain(problem)
    } finally {
      faulty.stop()
    }
  })
})
