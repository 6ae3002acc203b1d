import http from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { getMirror } from '#shared/clients/contract/edge.ts'
import { createFeature, getFeature } from '#shared/flags/contract/features.ts'
import { eventually } from '#support/runner/eventually.ts'
import {
  BACKEND,
  BACKEND_PRODUCTION,
  startBackend,
  type TestBackend,
} from '#support/service/start-backend.ts'

const running: TestBackend[] = []
const servers: http.Server[] = []
let upstream: TestBackend
let url: string
let count = 0

beforeAll(async () => {
  upstream = await startBackend({})
  url = await upstream.backend.listen('auto')
})
afterEach(async () => {
  for (const app of running.splice(0)) await app.stop()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
afterAll(() => upstream.stop())

/** Starts a mirror that asks once: what comes later, a stream has told of. */
async function startMirror(at = url, tokens = BACKEND) {
  const app = await startBackend({
    env: {
      HALYARD_UPSTREAM: at,
      HALYARD_UPSTREAM_TOKENS: tokens,
      FEATURES_REFRESH_INTERVAL_SECONDS: '86400',
    },
  })
  running.push(app)
  await app.backend.runJobs()
  return app
}
const changeUpstream = async () => {
  const name = `changed-${count++}`
  await upstream.call(createFeature, { params: { projectId: 'default' }, body: { name } })
  return name
}
const sourcesOf = async (app: TestBackend) => (await app.call(getMirror)).body.sources
const streamed = (app: TestBackend) =>
  eventually(async () => expect((await sourcesOf(app)).every(({ isStreamed }) => isStreamed)).toBe(true))
const has = (app: TestBackend, featureName: string) =>
  eventually(async () =>
    expect((await app.call(getFeature, { params: { projectId: 'default', featureName } })).status).toBe(200),
  )

/** Passes requests on to the upstream, but for its stream. */
async function startBehind(stream: (request: http.IncomingMessage, response: http.ServerResponse) => void) {
  let opened = 0
  const server = http.createServer((request, response) => {
    if (request.url === '/api/client/streaming') {
      opened += 1
      return stream(request, response)
    }
    const { method, headers } = request
    const there = http.request(url + request.url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    })
    request.pipe(there)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, opened: () => opened }
}

describe('a mirror of an upstream that streams', () => {
  it('has a change without a further round', async () => {
    const app = await startMirror()
    await streamed(app)
    await has(app, await changeUpstream())
    await has(app, await changeUpstream())
  })

  it('has a stream for each token, and in a chain', async () => {
    const near = await startMirror(url, `${BACKEND},${BACKEND_PRODUCTION}`)
    const far = await startMirror(await near.backend.listen('auto'))
    await streamed(near)
    await streamed(far)
    expect(await sourcesOf(near)).toHaveLength(2)
    await has(far, await changeUpstream())
  })

  it('opens a stream anew that ended, with the next round, and has what came meanwhile', async () => {
    const open: http.ServerResponse[] = []
    const lastIds: unknown[] = []
    const behind = await startBehind((request, response) => {
      lastIds.push(request.headers['last-event-id'])
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      // the event comes in two parts, with data that is no line of an event
      response.write(`event: unleash-conn`)
      response.write(`ected\nid: 7\ndata: ${'event: '.repeat(1000)}\n\n`)
      open.push(response)
    })
    const app = await startMirror(behind.url)
    await streamed(app)
    const missed = await changeUpstream()
    for (const response of open) response.destroy()
    await eventually(async () => expect(await sourcesOf(app)).toMatchObject([{ isStreamed: false }]))
    await app.backend.runJobs()
    await streamed(app)
    await has(app, missed)
    expect(lastIds).toEqual([undefined, '7'])
    const told = await changeUpstream()
    open.at(-1)?.write('event: unleash-updated\nid: 8\ndata: {}\n\n')
    await has(app, told)
  })
})

describe('a mirror of an upstream without streams', () => {
  it.each([404, 403, 405, 501])('is told %i once in an hour, and polls', async (status) => {
    const behind = await startBehind((_request, response) => response.writeHead(status).end())
    const app = await startMirror(behind.url)
    await eventually(() => expect(behind.opened()).toBe(1))
    const name = await changeUpstream()
    await app.backend.runJobs()
    await has(app, name)
    expect(behind.opened()).toBe(1)
    expect(await sourcesOf(app)).toMatchObject([{ isStreamed: false, problem: null }])
    app.clock.advance(61 * 60_000)
    await app.backend.runJobs()
    await eventually(() => expect(behind.opened()).toBe(2))
  })

  it('takes no page for a stream', async () => {
    const behind = await startBehind((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>event: unleash-updated\n'),
    )
    const app = await startMirror(behind.url)
    await app.backend.runJobs()
    await eventually(() => expect(behind.opened()).toBe(1))
    expect(await sourcesOf(app)).toMatchObject([{ isStreamed: false, problem: null }])
  })

  it('tries again with each round where it is only busy', async () => {
    const behind = await startBehind((_request, response) => response.writeHead(429).end())
    const app = await startMirror(behind.url)
    await eventually(() => expect(behind.opened()).toBe(1))
    await eventually(async () => {
      await app.backend.runJobs()
      expect(behind.opened()).toBeGreaterThan(1)
    })
  })
})

it('a mirror that stops leaves no stream behind', async () => {
  const ended: Promise<unknown>[] = []
  const behind = await startBehind((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n')
    ended.push(new Promise((resolve) => request.once('close', resolve)))
  })
  const app = await startMirror(behind.url)
  await streamed(app)
  await running.pop()?.stop()
  expect(ended).toHaveLength(1)
  await Promise.all(ended)
})
