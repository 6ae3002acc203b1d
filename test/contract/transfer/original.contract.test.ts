import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { Outbound } from '../../../src-main/kernel/outbound.ts'
import { connectToOriginal } from '../../../src-main/profiles/original/original-connection.ts'
import { requestOf } from '../../../src-main/profiles/original/original-request.ts'
import type { RpcFailure, SubscriptionMessage } from '../../../src-main/transport/rpc/responder.ts'
import { createPat } from '../../../src-shared/access/contract/personal-tokens.ts'
import { OPERATIONS } from '../../../src-shared/contract/index.ts'
import { createFeature, getFeature } from '../../../src-shared/flags/contract/features.ts'
import { unpackAnswer, WriteAnswer } from '../../../src-shared/rpc/rpc-transformer.ts'
import { CONTRACT_VERSION } from '../../../src-shared/versions/rules/index.ts'
import { lackElsewhere } from '../../../src-shared/versions/rules/offered-elsewhere.ts'
import { isPublished } from '../../conformance/published/published-answers.ts'
import { minimalBody } from '../../support/minimal-body.ts'
import { operationAt, serveAsOriginal } from '../../support/original-service.ts'
import { startRecordingServer, type RecordingServer } from '../../support/recording-server.ts'
import { startBackend, type TestBackend } from '../../support/start-backend.ts'

const ADMINS = OPERATIONS.filter(
  ({ audience, lifecycle }) => audience === 'admin' && lifecycle.removed === undefined,
)
const OFFERED = ADMINS.filter((operation) => lackElsewhere(operation, null) === undefined)
const FLAG = 'checkout'
const outbound = new Outbound({ allowPrivate: true, allowList: [] })

let app: TestBackend
let service: RecordingServer
let secret: string
let connection: ReturnType<typeof connectTo>

const connectTo = (url: string) => connectToOriginal({ url, token: () => secret, outbound, pollMs: 5 })
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

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'boss', roles: ['Admin'] }] })
  const body = { description: 'window', expiresAt: '2099-01-01T00:00:00.000Z' }
  secret = (await app.call(createPat, { as: 'boss', body })).body.secret
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: FLAG } })
  service = await serveAsOriginal(app)
})
beforeEach(() => {
  service.seen.length = 0
  connection = connectTo(service.url)
})
afterAll(async () => {
  abort.abort()
  await service.stop()
  await app.stop()
})

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
    expect(operationAt(made)?.path.replaceAll(/:\w+/g, '*')).toBe(operation.path.replaceAll(/:\w+/g, '*'))
  })

  it('answer in the shape that the window expects', async () => {
    const GETS = OFFERED.filter(
      ({ method, path, lifecycle }) =>
        method === 'GET' && !path.includes(':') && !lifecycle.since.startsWith('8.'),
    )
    const unread: string[] = []
    for (const { operationId } of GETS) {
      const failure = await ask(operationId).then(
        () => undefined,
        (error: RpcFailure) => error.shape.message,
      )
      if (failure?.includes('cannot read')) unread.push(failure)
    }
    expect(unread).toEqual([])
    expect(service.seen.length).toBeGreaterThan(60)
  })
})

describe('the connection to an Unleash-compatible service', () => {
  it('reads projects and a flag, and names the version', async () => {
    expect(await ask('status')).toMatchObject({ url: service.url, contractVersion: CONTRACT_VERSION })
    expect(connection.version).toBe(CONTRACT_VERSION)
    expect(await ask('getProjects')).toMatchObject({ projects: [{ id: 'default' }] })
    expect(await ask('getFeature', { params: { projectId: 'default', featureName: FLAG } })).toMatchObject({
      name: FLAG,
    })
    expect(service.seen.every(({ headers }) => headers.authorization === secret)).toBe(true)
  })

  it('changes a flag, and has the window read everything again', async () => {
    const params = { projectId: 'default', featureName: FLAG, environment: 'development' }
    const answer = await ask('toggleFeatureEnvironmentOn', { params }, 'mutation')
    expect(answer).toBeInstanceOf(WriteAnswer)
    expect((answer as WriteAnswer).changes.length).toBe(51)
    const { body } = await app.call(getFeature, { params: { projectId: 'default', featureName: FLAG } })
    expect(body.environments).toContainEqual(expect.objectContaining({ name: 'development', enabled: true }))
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
    const asked = ask('createFeature', { params: { projectId: 'default' }, body: {} }, 'mutation')
    const { shape } = (await asked.catch((error: unknown) => error)) as RpcFailure
    expect(shape.data).toMatchObject({
      httpStatus: 400,
      record: { name: 'ValidationError', details: [{ path: '/body/name' }] },
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
  const served = async (body: unknown, status = 200, headers: Record<string, string> = {}) => {
    const other = await startRecordingServer(() => ({ status, body, headers }))
    connection = connectTo(other.url)
    return other
  }

  it('is read with unknown properties, without lists, and with null for what is missing', async () => {
    const project = { id: 'x', name: 'X', description: null, novelty: { is: 'new' } }
    const other = await served({ version: 1, projects: [project] })
    expect(await ask('getProjects')).toMatchObject({ projects: [{ id: 'x', novelty: { is: 'new' } }] })
    await other.stop()
  })

  it.each([
    ['no list at all', { version: 1 }, /projects: /],
    ['a text for a list', { version: 1, projects: 'many' }, /getProjects .*projects: /],
    ['something else than JSON', '<html>', /it is not JSON/],
    ['nothing', '', /it is empty/],
  ])('is refused in words for %s', async (_what, body, message) => {
    const other = await served(body)
    expect(await refusalOf(ask('getProjects'))).toEqual({
      status: 503,
      message: expect.stringMatching(message) as string,
    })
    await other.stop()
  })

  it('without content has empty lists', async () => {
    const other = await served('', 204)
    expect(await ask('getLoginHistory')).toEqual({ events: [] })
    await other.stop()
  })

  it('does not get the token by a redirect', async () => {
    const elsewhere = await startRecordingServer(() => ({ status: 200, body: {} }))
    const other = await served('', 302, { location: elsewhere.url })
    expect(await refusalOf(ask('getProjects'))).toMatchObject({ status: 503 })
    expect(elsewhere.seen).toEqual([])
    await Promise.all([other.stop(), elsewhere.stop()])
  })

  it('has its own words for an error, and no word of the token', async () => {
    const other = await served('no such page', 404)
    const refused = await refusalOf(ask('getProjects'))
    expect(refused).toEqual({ status: 404, message: 'The service answers 404. It may not offer this.' })
    await other.stop()
  })

  it('that names no version is asked for everything', async () => {
    const other = await served({})
    expect(await ask('status')).toMatchObject({ contractVersion: 'unknown', maintenance: false })
    expect(connection.version).toBeNull()
    await other.stop()
  })

  it('of an older version is asked for nothing that came later', async () => {
    const other = await served({ version: '5.0.0' })
    await ask('status')
    const late = OFFERED.find(({ lifecycle }) => lifecycle.since.startsWith('7.'))
    const message = `This service answers as version 5.0.0. It needs ${late?.lifecycle.since} or later for this.`
    expect(await refusalOf(ask(late?.operationId ?? ''))).toEqual({ status: 405, message })
    expect(other.seen).toHaveLength(1)
    await other.stop()
  })
})
