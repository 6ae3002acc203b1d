import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, it } from 'vitest'

import {
  startRecordingServer,
  type RecordingServer,
  type Served,
} from '#support/stand-ins/recording-server.ts'
import { Outbound } from '#kernel/outbound.ts'
import { RemoteClient } from './remote-client.ts'
import { problemOfFailure, RemoteError } from './remote-error.ts'
import { REMOTE_REQUESTS } from './remote-requests.ts'

const TOKEN = '*:*.the-token'
const outbound = new Outbound({ allowPrivate: true, allowList: [] })
const BOUNDS = { timeoutMs: 2000, maxBytes: 1000 }

let servers: RecordingServer[] = []

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  servers = []
})

async function serving(answer: () => Served | undefined): Promise<RecordingServer> {
  const server = await startRecordingServer(answer)
  servers.push(server)
  return server
}

async function problemAt(url: string, bounds = BOUNDS) {
  try {
    await new RemoteClient(url, TOKEN, outbound.within(bounds)).ask('projects')
  } catch (error) {
    if (error instanceof RemoteError) return error.problem
    throw error
  }
  throw new Error('the remote answered')
}

async function unusedPort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

describe('the requests to a remote', () => {
  it('are a closed list that changes nothing there', () => {
    const posts = Object.values(REMOTE_REQUESTS).filter(({ method }) => method !== 'GET')
    expect(posts).toEqual([{ method: 'POST', path: '/api/admin/features-batch/export' }])
  })

  it('go below the base path, with the token in the header only', async () => {
    const server = await serving(() => ({ status: 200, body: { projects: [] } }))
    await new RemoteClient(`${server.url}/flags`, TOKEN, outbound).ask('projects')
    expect(server.seen).toMatchObject([
      { method: 'GET', path: '/flags/api/admin/projects', headers: { authorization: TOKEN }, body: '' },
    ])
  })

  it('are answered without null values, which mean absent', async () => {
    const server = await serving(() => ({ status: 200, body: { a: null, b: [{ c: null, d: 1 }] } }))
    expect(await new RemoteClient(server.url, TOKEN, outbound).ask('projects')).toEqual({ b: [{ d: 1 }] })
  })
})

describe('the error of a remote', () => {
  it.each([
    [401, 'wrong-token'],
    [403, 'no-rights'],
    [404, 'not-found'],
    [500, 'failed'],
    [503, 'failed'],
  ])('names the status %i', async (status, code) => {
    const { url } = await serving(() => ({ status, body: {} }))
    expect(await problemAt(url)).toMatchObject({
      code,
      text: expect.stringContaining(String(status)) as string,
    })
  })

  it('says that nothing listens there', async () => {
    const host = `127.0.0.1:${await unusedPort()}`
    expect(await problemAt(`http://${host}`)).toEqual({
      code: 'refused',
      text: `Nothing listens at ${host}: the connection was refused.`,
    })
  })

  it('says that the connection is not secure', async () => {
    const { url } = await serving(() => ({ status: 200, body: {} }))
    expect(await problemAt(url.replace('http:', 'https:'))).toMatchObject({ code: 'tls' })
  })

  it('says that the answer takes too long', async () => {
    const { url } = await serving(() => undefined)
    expect(await problemAt(url, { ...BOUNDS, timeoutMs: 100 })).toMatchObject({ code: 'timeout' })
  })

  it('says that the answer is too large', async () => {
    const { url } = await serving(() => ({ status: 200, body: { filler: 'x'.repeat(2000) } }))
    expect(await problemAt(url)).toEqual({ code: 'too-large', text: 'It answers with more than 1000 bytes.' })
  })

  it('passes on any other reason', async () => {
    const { url } = await serving(() => ({ status: 200, body: '<html>Welcome</html>' }))
    expect(await problemAt(url)).toMatchObject({ code: 'not-such-a-service' })
  })

  it.each([
    ['ENOTFOUND', 'no-such-host'],
    ['EAI_AGAIN', 'no-such-host'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['ETIMEDOUT', 'timeout'],
    ['EHOSTUNREACH', 'unreachable'],
  ])('names %s, also when another error wraps it', (code, problem) => {
    const cause = Object.assign(new Error('inner'), { code })
    const wrapped = new TypeError('fetch failed', { cause: new AggregateError([cause]) })
    expect(problemOfFailure(wrapped, 'flags.example.com').problem).toMatchObject({
      code: problem,
      text: expect.stringContaining('flags.example.com') as string,
    })
  })
})

it('a redirect of a remote is not followed, so the token goes nowhere else', async () => {
  const elsewhere = await serving(() => ({ status: 200, body: { projects: [] } }))
  for (const status of [301, 302, 307, 308]) {
    const { url } = await serving(() => ({
      status,
      headers: { location: `${elsewhere.url}/api/admin/projects` },
    }))
    expect(await problemAt(url)).toMatchObject({ code: 'redirected' })
  }
  expect(elsewhere.seen).toEqual([])
})
