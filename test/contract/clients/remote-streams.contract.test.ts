import { EventSource } from 'eventsource'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { evaluateFlagsBulk, streamFlagChanges } from '#shared/clients/contract/remote-evaluation.ts'
import { createApiToken, deleteApiToken } from '#shared/access/contract/api-tokens.ts'
import { disconnectAll } from '#shared/clients/contract/edge-instances.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { getRequestLog } from '#shared/instance/contract/request-log.ts'
import { MAX_STREAMS } from '#domains/clients/remote-evaluation/remote-streams.ts'
import { eventProblems, remoteProblems } from '../../conformance/published/open-feature/remote-answers.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { addProject } from '#support/stages/projects.ts'
import { ADMIN, BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { eventually } from '#support/runner/eventually.ts'

const ALL = '/ofrep/v1/evaluate/flags'
const HOUR = 3_600_000
let app: TestBackend
let url = ''
let count = 0
const opened: EventSource[] = []

beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} } })
  url = await app.backend.listen('auto')
  await addProject(app, 'other')
})
afterEach(() => opened.splice(0).forEach((source) => source.close()))
afterAll(() => app.stop())

const evaluate = (token: string, headers = {}) => app.call(evaluateFlagsBulk, { body: {}, token, headers })
async function streamOf(token: string): Promise<string> {
  const { status, body } = await evaluate(token)
  expect(remoteProblems(ALL, status, body)).toEqual([])
  const [stream] = body?.eventStreams ?? []
  expect(stream?.type).toBe('sse')
  return stream?.endpoint.requestUri ?? ''
}
async function createToken(more: object = {}): Promise<string> {
  const { body } = await requireSuccess(
    app.call(createApiToken, {
      body: {
        tokenName: `page-${count++}`,
        type: 'frontend',
        environment: 'development',
        projects: ['default'],
        ...more,
      },
    }),
  )
  return body.secret
}
const change = (projectId = 'default') =>
  requireSuccess(app.call(createFeature, { params: { projectId }, body: { name: `flag-${count++}` } }))
const statusOf = async (path: string) => (await app.call('GET', path, { token: null })).status

/** Opens a stream as a page does, and collects what comes. */
async function open(path: string, lastEventId?: string) {
  const heard: { data: unknown; id: string }[] = []
  const source = new EventSource(url + path, {
    fetch: (target, init) =>
      fetch(target, {
        ...init,
        headers: { ...init.headers, ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }) },
      }),
  })
  opened.push(source)
  source.addEventListener('message', ({ data, lastEventId: id }) =>
    heard.push({ data: JSON.parse(String(data)) as unknown, id }),
  )
  await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }))
  const isCut = new Promise<void>((resolve) =>
    source.addEventListener('error', () => {
      source.close()
      resolve()
    }),
  )
  return {
    source,
    heard,
    isCut,
    hears: (times: number) => eventually(() => expect(heard).toHaveLength(times)),
  }
}

describe('the event stream of OpenFeature', () => {
  it('is announced to tokens of SDKs, without their secret', async () => {
    const token = await createToken()
    const path = await streamOf(token)
    expect(path).not.toContain(token.split('.')[1])
    expect(await streamOf(token)).toBe(path)
    expect(await streamOf(BACKEND)).not.toBe(path)
    expect((await evaluate(ADMIN)).body).not.toHaveProperty('eventStreams')
  })

  it('sends an event at its start, and after each change that the token sees', async () => {
    const { heard, hears } = await open(await streamOf(await createToken()))
    await hears(1)
    await change('other')
    await change()
    await hears(2)
    for (const { data } of heard) {
      expect(eventProblems(data)).toEqual([])
      expect(data).toEqual({ type: 'refetchEvaluation' })
    }
    expect(Number(heard[1]?.id)).toBeGreaterThan(Number(heard[0]?.id))
  })

  it('sends a page that comes back an event only if something changed meanwhile', async () => {
    const path = await streamOf(await createToken())
    const first = await open(path)
    await first.hears(1)
    first.source.close()
    const id = first.heard[0]?.id ?? ''
    await change('other')
    const again = await open(path, id)
    await change()
    await again.hears(1)
    const late = await open(path, id)
    await late.hears(1)
    expect(late.heard[0]?.id).toBe(again.heard[0]?.id)
  })

  it.each<[string, (token: string) => Promise<unknown>]>([
    ['is deleted', (token) => requireSuccess(app.call(deleteApiToken, { params: { token } }))],
    ['expires', async () => app.clock.advance(HOUR / 2)],
  ])('ends when its token %s', async (_what, lapse) => {
    const expiresAt = new Date(app.clock.now().getTime() + HOUR / 4).toISOString()
    const token = await createToken({ expiresAt })
    const path = await streamOf(token)
    const { isCut } = await open(path)
    await lapse(token)
    await isCut
    expect(await statusOf(path)).toBe(401)
  })

  it('ends when all streams are disconnected, and can be opened again', async () => {
    const path = await streamOf(await createToken())
    const { isCut } = await open(path)
    await requireSuccess(app.call(disconnectAll, {}))
    await isCut
    await (await open(path)).hears(1)
  })

  it('has a ticket that cannot be guessed, and ends', async () => {
    const token = await createToken()
    const path = await streamOf(token)
    const { headers } = await evaluate(token)
    const [ticket = ''] = path.split('/').slice(-1)
    const [time = '', hash = '', signature = ''] = ticket.split('.')
    const later = (Number.parseInt(time, 36) + 1).toString(36)
    for (const wrong of [
      `${later}.${hash}.${signature}`,
      `${time}.${hash}.${'0'.repeat(64)}`,
      `${time}.${hash}.ä`,
      ticket + '.',
      'x',
    ])
      expect(await statusOf(path.replace(ticket, encodeURIComponent(wrong))), wrong).toBe(401)
    app.clock.advance(2 * HOUR)
    expect(await statusOf(path)).toBe(401)
    // a page that has the flags gets a new ticket all the same
    const etag = String(headers['etag'])
    expect((await evaluate(token, { 'if-none-match': etag })).status).toBe(200)
    expect(await streamOf(token)).not.toBe(path)
  })

  it('is in the request log without its ticket', async () => {
    const path = await streamOf(await createToken())
    const { hears } = await open(path)
    await hears(1)
    const { text } = await app.call(getRequestLog, { query: { status: 'open' } })
    expect(text).toContain(streamFlagChanges.path.replace(':ticket', ''))
    expect(text).not.toContain(path.split('.').at(-1))
  })

  it('is refused where too many are open, until one ends', async () => {
    const path = await streamOf(await createToken())
    const ends = Array.from({ length: MAX_STREAMS }, () => {
      try {
        return app.backend.services.remoteStreams.begin()
      } catch {
        return () => {}
      }
    })
    const { status, headers, body } = await app.call('GET', path, { token: null })
    expect({ status, body }).toMatchObject({ status: 429, body: { name: 'RateLimitError' } })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    ends.forEach((end) => end())
    await (await open(path)).hears(1)
  })
})
