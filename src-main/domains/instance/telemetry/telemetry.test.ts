import { afterEach, beforeEach, expect, it } from 'vitest'

import { makeCertificateAuthority } from '#support/stand-ins/certificate-authority.ts'
import { startForwardingProxy } from '#support/stand-ins/forwarding-proxy.ts'
import { logLines } from '#support/service/log-lines.ts'
import {
  startRecordingServer,
  type RecordingServer,
  type Served,
} from '#support/stand-ins/recording-server.ts'
import { systemClock } from '#kernel/clock.ts'
import { Network } from '#kernel/network/network.ts'
import { findWaysBy } from '#kernel/network/proxies.ts'
import { TrustedCertificates } from '#kernel/network/trusted-certificates.ts'
import { Outbound } from '#kernel/outbound.ts'
import { Telemetry } from './telemetry.ts'

const direct = new Outbound({ allowPrivate: true, allowList: [] })
let answer: Served | undefined
let collector: RecordingServer
beforeEach(async () => {
  answer = { status: 200, body: {} }
  collector = await startRecordingServer(() => answer)
})
afterEach(() => collector.stop())

function tracedTo(url: string, given: { isProtobuf?: boolean; isPacked?: boolean } = {}, outbound = direct) {
  const { logger, lines } = logLines()
  const receiver = { url, headers: { 'x-key': 'hunter2' }, isProtobuf: false, isPacked: false, ...given }
  const traces = { ...receiver, timeoutMs: 5000, delayMs: 1, sampler: 'always_on', ratio: 1 } as const
  const sources = { clock: systemClock, logger, figures: async () => [], outbound }
  const telemetry = new Telemetry({ resource: {}, version: '1', traces, metrics: undefined }, sources)
  const read = () => lines.map((line) => JSON.parse(line) as { msg: string; problem?: string })
  return { telemetry, read, lines, send: (name: string) => telemetry.tracer?.begin(name).end() }
}

it.each([
  [false, 'application/json'],
  [true, 'application/x-protobuf'],
])('spans are sent packed, with protobuf: %j', async (isProtobuf, type) => {
  answer = { status: 200 }
  const { telemetry, send, lines } = tracedTo(`${collector.url}/v1/traces`, { isProtobuf, isPacked: true })
  send('a span')
  await telemetry.close()
  const [request] = collector.seen
  expect(request).toMatchObject({ method: 'POST', path: '/v1/traces' })
  expect(request?.headers).toMatchObject({
    'content-type': type,
    'content-encoding': 'gzip',
    'x-key': 'hunter2',
  })
  expect(request?.body).toContain('a span')
  expect(lines).toEqual([])
})

it('a collector that fails is logged once, and again when it works, without secrets and answers', async () => {
  const { telemetry, send, read, lines } = tracedTo(collector.url)
  answer = { status: 400, body: { message: 'hunter2' } }
  for (const count of [1, 2]) {
    send('refused')
    await expect.poll(() => collector.seen.length).toBe(count)
  }
  await expect.poll(() => read().length).toBe(1)
  answer = { status: 200, body: {} }
  send('accepted')
  await expect.poll(() => read().length).toBe(2)
  await telemetry.close()
  expect(read()).toEqual([
    expect.objectContaining({ level: 'warn', telemetry: 'traces', problem: 'The collector answers 400.' }),
    expect.objectContaining({ level: 'info', telemetry: 'traces' }),
  ])
  expect(lines.join('')).not.toContain('hunter2')
})

it('a collector that accepts a part says why', async () => {
  answer = { status: 200, body: { partialSuccess: { rejectedSpans: 1, errorMessage: 'too old' } } }
  const { telemetry, send, lines } = tracedTo(collector.url)
  send('old')
  await telemetry.close()
  expect(lines.join('')).toContain('too old')
})

it('a collector that never answers does not hold up the end', async () => {
  answer = undefined
  const { telemetry, send, read } = tracedTo(collector.url)
  send('lost')
  await telemetry.close()
  expect(read()).toEqual([
    expect.objectContaining({ level: 'warn', problem: expect.stringContaining('in time') as string }),
  ])
})

it('a collector behind a proxy and with a certificate of a private authority gets the spans, or is named', async () => {
  const authority = makeCertificateAuthority('Company Root')
  const secure = await startRecordingServer(() => answer, authority.issue('collector.example'))
  const proxy = await startForwardingProxy({ password: 'ann:proxy-secret' })
  const networkOf = (ca: string | undefined, password: string) =>
    new Network({
      trusted: new TrustedCertificates({ env: {}, ca, warn: () => {} }),
      findWays: findWaysBy({
        proxy: proxy.url,
        user: 'ann',
        password,
        noProxy: [],
        env: {},
        source: 'the setting proxy',
      }),
    })
  const through = async (at: string, network: Network) => {
    const url = `${at}://collector.example:${new URL(at === 'https' ? secure.url : collector.url).port}/v1/traces`
    const policy = { allowPrivate: true, allowList: [] }
    const { telemetry, send, read } = tracedTo(url, {}, new Outbound(policy, {}, network))
    send('a span')
    await telemetry.close()
    return read().map(({ problem = '' }) => problem)
  }
  expect(await through('https', networkOf(authority.pem, 'proxy-secret'))).toEqual([])
  expect(secure.seen).toMatchObject([{ method: 'POST', path: '/v1/traces' }])
  expect(await through('http', networkOf(undefined, 'proxy-secret'))).toEqual([])
  expect(collector.seen).toHaveLength(1)
  expect(await through('https', networkOf(undefined, 'proxy-secret'))).toEqual([
    expect.stringContaining('does not trust the certificate of collector.example: CN=collector.example'),
  ])
  expect(await through('https', networkOf(authority.pem, 'x'))).toEqual([
    expect.stringContaining('does not accept the user and the password (407)'),
  ])
  await Promise.all([secure.stop(), proxy.stop()])
  authority.remove()
})
