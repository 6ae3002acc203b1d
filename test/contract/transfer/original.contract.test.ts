import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'

import { Outbound } from '#kernel/outbound.ts'
import { connectToOriginal } from '#main/profiles/original/original-connection.ts'
import { requestOf } from '#main/profiles/original/original-request.ts'
import type { RpcFailure, SubscriptionMessage } from '#transport/rpc/responder.ts'
import { OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { unpackAnswer, WriteAnswer } from '#shared/rpc/rpc-transformer.ts'
import { lackElsewhere, NOT_IN_EDITION, UNKNOWN_SERVICE } from '#shared/versions/rules/offered-elsewhere.ts'
import { isPublished } from '../../conformance/published/published-answers.ts'
import { minimalBody } from '#support/service/minimal-body.ts'
import {
  startRecordingServer,
  type RecordingServer,
  type Served,
} from '#support/stand-ins/recording-server.ts'

const ADMINS = OPERATIONS.filter(
  ({ audience, lifecycle }) => audience === 'admin' && lifecycle.removed === undefined,
)
const OFFERED = ADMINS.filter((operation) => lackElsewhere(operation, UNKNOWN_SERVICE) === undefined)
const SECRET = 'user:secret'
const UI_CONFIG = '/api/admin/ui-config'
const CONFIG = {
  version: '7.6.5',
  versionInfo: { current: { oss: '7.6.5', enterprise: '' } },
  flags: { enableLegacyVariants: false, messageBanner: { name: 'disabled', enabled: false } },
}
const FLAG = { projectId: 'default', featureName: 'checkout' }
const AT_FLAG = '/api/admin/projects/default/features/checkout'
const outbound = new Outbound({ allowPrivate: true, allowList: [] })

let service: RecordingServer
let connection: ReturnType<typeof connectTo>
/** Answers by path; without one there is nothing. */
let answers: Record<string, Served>

const connectTo = (url: string) => connectToOriginal({ url, token: () => SECRET, outbound, pollMs: 5 })
const abort = new AbortController()
const ask = async (path: string, input: unknown = {}, type: 'query' | 'mutation' = 'query') =>
  unpackAnswer(await connection.answer({ path, type, input, signal: abort.signal }))
const refusalOf = async (asked: Promise<unknown>) => {
  const { shape } = (await asked.then(
    () => expect.fail('It was answered.'),
    (error: unknown) => error,
  )) as RpcFailure
  const { httpStatus } = shape.data as { httpStatus: number }
  return { status: httpStatus, message: shape.message }
}
/** Requests beyond the one that asks which service this is. */
const seen = () => service.seen.filter(({ path }) => path !== UI_CONFIG)

beforeEach(async () => {
  answers = { [UI_CONFIG]: { status: 200, body: CONFIG } }
  service = await startRecordingServer(({ path }) => answers[path] ?? { status: 404, body: '' })
  connection = connectTo(service.url)
})
afterEach(() => service.stop())
afterAll(() => abort.abort())

describe('the operations of an Unleash-compatible service', () => {
  it('are those of the published documents, and those that version 8 brings', () => {
    const published = ADMINS.filter(isPublished)
    const later = OFFERED.filter((one) => !isPublished(one))
    expect(later.filter(({ lifecycle }) => !lifecycle.since.startsWith('8.'))).toEqual([])
    expect(published.filter((one) => !OFFERED.includes(one)).map((one) => one.operationId)).toEqual([])
    expect(OFFERED.length).toBeGreaterThan(300)
  })

  it.each(OFFERED.map((one) => [one.operationId, one] as const))('become requests: %s', (_id, operation) => {
    const names = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    const params = Object.fromEntries(names.map((name) => [name, '17']))
    const made = requestOf(operation, { params, query: { a: ['x', 'y'] }, body: minimalBody(operation) })
    expect(made.path).not.toContain(':')
    expect(made.path.endsWith('?a=x&a=y')).toBe(true)
    const { pathname } = new URL(made.path, 'http://localhost')
    expect(pathname).toMatch(patternOf(operation))
  })
})

describe('the connection to an Unleash-compatible service', () => {
  it('names the version, the edition and what has ended', async () => {
    const facts = { version: '7.6.5', edition: 'oss', takesFlagVariants: false }
    expect(await ask('status')).toMatchObject({
      url: service.url,
      contractVersion: '7.6.5',
      maintenance: false,
      compatible: facts,
    })
    expect(connection.facts).toEqual(facts)
    expect(service.seen.every(({ headers }) => headers.authorization === SECRET)).toBe(true)
  })

  it('knows what service it is before it asks for anything else', async () => {
    expect(await refusalOf(ask('getGroups'))).toEqual({ status: 405, message: NOT_IN_EDITION })
    expect(seen()).toEqual([])
    answers['/api/admin/projects'] = { status: 200, body: { projects: [] } }
    await ask('getProjects')
    await ask('getProjects')
    expect(service.seen.map(({ path }) => path)).toEqual([
      UI_CONFIG,
      '/api/admin/projects',
      '/api/admin/projects',
    ])
  })

  it('changes a flag, and has the window read everything again', async () => {
    answers[`${AT_FLAG}/environments/development/on`] = { status: 200, body: '' }
    const params = { ...FLAG, environment: 'development' }
    const answer = await ask('toggleFeatureEnvironmentOn', { params }, 'mutation')
    expect(answer).toBeInstanceOf(WriteAnswer)
    expect((answer as WriteAnswer).changes.length).toBe(51)
  })

  it('names the content type of requests without a body, too', async () => {
    answers[`${AT_FLAG}/favorites`] = { status: 200, body: '' }
    for (const id of ['addFavoriteFeature', 'removeFavoriteFeature'])
      await ask(id, { params: FLAG }, 'mutation')
    expect(seen().map(({ method, headers, body }) => [method, headers['content-type'], body])).toEqual([
      ['POST', 'application/json', ''],
      ['DELETE', 'application/json', ''],
    ])
  })

  it('waits where the service limits requests, and asks again', async () => {
    const limited: Served = { status: 429, headers: { 'retry-after': '0' }, body: 'Too many requests' }
    const path = '/api/admin/search/features?query=a'
    answers[path] = limited
    const asked = ask('searchFeatures', { query: { query: 'a' } })
    await expect.poll(() => seen().length).toBeGreaterThan(1)
    answers[path] = { status: 200, body: { features: [], total: 0 } }
    expect(await asked).toEqual({ features: [], total: 0 })
  })

  it.each(['explainFlag', 'getSignalEndpoints', 'getPast', 'recentClients', 'toString'])(
    'sends nothing for %s, which the contract does not have',
    async (id) => {
      const message = 'This service does not offer it. A Halyard does.'
      expect(await refusalOf(ask(id))).toEqual({ status: 405, message })
      expect(service.seen).toEqual([])
    },
  )

  it('passes on the errors of the service, with the fields that they name', async () => {
    const record = {
      id: 'x',
      name: 'BadDataError',
      message: 'Request validation failed',
      details: [{ message: 'A name is missing.', path: '/body/name' }],
    }
    answers['/api/admin/projects/default/features'] = { status: 400, body: record }
    const asked = ask('createFeature', { params: { projectId: 'default' }, body: {} }, 'mutation')
    const { shape } = (await asked.catch((error: unknown) => error)) as RpcFailure
    expect(shape.data).toMatchObject({
      httpStatus: 400,
      record: { name: 'BadDataError', details: [{ path: '/body/name' }] },
    })
  })

  it('has the window read again from time to time', async () => {
    const stop = new AbortController()
    const messages = (await connection.answer({
      path: 'changes',
      type: 'subscription',
      input: undefined,
      signal: stop.signal,
    })) as AsyncIterable<SubscriptionMessage>
    const states: unknown[] = []
    for await (const message of messages) {
      states.push('state' in message ? message.state : message)
      if (states.length === 4) stop.abort()
    }
    expect(states).toEqual(['connecting', 'pending', 'connecting', 'pending'])
  })
})

describe('a service that answers otherwise', () => {
  const PROJECTS = '/api/admin/projects'

  it('is read with unknown properties and values, and with null for what is missing', async () => {
    const project = { id: 'x', name: 'X', mode: 'shared', memberCount: null, novelty: { is: 'new' } }
    answers[PROJECTS] = { status: 200, body: { version: 1, projects: [project] } }
    const { memberCount: _memberCount, ...rest } = project
    expect(await ask('getProjects')).toEqual({ version: 1, projects: [rest] })
  })

  it('is read with types of events that this app does not know', async () => {
    const event = {
      id: 1,
      type: 'setting-created',
      createdBy: 'admin',
      createdAt: '2026-11-24T00:00:00.000Z',
    }
    answers['/api/admin/search/events'] = { status: 200, body: { events: [event], total: 1 } }
    expect(await ask('searchEvents')).toEqual({ events: [event], total: 1 })
  })

  it('is read without the parts that are of another kind', async () => {
    answers[UI_CONFIG] = { status: 200, body: { ...CONFIG, maxSessionsCount: '3', environment: 5 } }
    expect(await ask('getUiConfig')).toEqual({
      ...CONFIG,
      flags: { enableLegacyVariants: false },
      maxSessionsCount: 3,
      environment: '5',
    })
  })

  it('has no lists that it does not answer', async () => {
    answers['/api/admin/user/profile'] = { status: 200, body: { projects: ['default'] } }
    expect(await ask('getProfile')).toEqual({ projects: ['default'] })
  })

  it('is asked for the tags of a flag, where it answers them apart', async () => {
    const flag = { name: 'checkout', environments: [] }
    answers[AT_FLAG] = { status: 200, body: flag }
    answers['/api/admin/features/checkout/tags'] = {
      status: 200,
      body: { version: 1, tags: [{ type: 'team', value: 'core' }] },
    }
    const input = { params: FLAG }
    expect(await ask('getFeature', input)).toEqual({ ...flag, tags: [{ type: 'team', value: 'core' }] })
    answers[AT_FLAG] = { status: 200, body: { ...flag, tags: [] } }
    expect(await ask('getFeature', input)).toEqual({ ...flag, tags: [] })
    expect(seen().map(({ path }) => path)).toEqual([AT_FLAG, '/api/admin/features/checkout/tags', AT_FLAG])
  })

  it.each([
    ['no list at all', { version: 1 }, /projects: /],
    ['a text for a list', { version: 1, projects: 'many' }, /getProjects .*projects: /],
    ['a text for an item', { version: 1, projects: ['x'] }, /getProjects .*projects\/0: /],
    ['something else than JSON', '<html>', /it is not JSON/],
    ['nothing', '', /it is empty/],
  ])('is refused in words for %s', async (_what, body, message) => {
    answers[PROJECTS] = { status: 200, body }
    expect(await refusalOf(ask('getProjects'))).toEqual({
      status: 503,
      message: expect.stringMatching(message) as string,
    })
  })

  it('without content has empty lists', async () => {
    answers[UI_CONFIG] = { status: 200, body: { version: '7.6.5' } }
    answers['/api/admin/logins'] = { status: 204 }
    expect(await ask('getLoginHistory')).toEqual({ events: [] })
  })

  it('does not get the token by a redirect', async () => {
    const elsewhere = await startRecordingServer(() => ({ status: 200, body: {} }))
    answers[PROJECTS] = { status: 302, body: '', headers: { location: elsewhere.url } }
    expect(await refusalOf(ask('getProjects'))).toMatchObject({ status: 503 })
    expect(elsewhere.seen).toEqual([])
    await elsewhere.stop()
  })

  it.each([
    [404, 'The service answers 404. It may not offer this.'],
    [500, 'The service answers 500.'],
  ])('has its own words for the error %s', async (status, message) => {
    answers[PROJECTS] = { status, body: 'no record' }
    expect(await refusalOf(ask('getProjects'))).toEqual({ status, message })
  })

  it('that names no version is asked for everything', async () => {
    answers[UI_CONFIG] = { status: 200, body: {} }
    expect(await ask('status')).toMatchObject({ contractVersion: 'unknown', maintenance: false })
    expect(connection.facts).toEqual(UNKNOWN_SERVICE)
  })

  it('of an older version is asked for nothing that came later', async () => {
    answers[UI_CONFIG] = { status: 200, body: { version: '5.0.0' } }
    const late = OFFERED.find(({ lifecycle }) => lifecycle.since.startsWith('7.'))
    const message = `This service answers as version 5.0.0. It needs ${late?.lifecycle.since} or later for this.`
    expect(await refusalOf(ask(late?.operationId ?? ''))).toEqual({ status: 405, message })
    expect(seen()).toEqual([])
  })
})

/** Matches the path of an operation, whatever its parameters. */
const patternOf = ({ path }: Operation) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
