import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { sdkTokensOf } from '#main/workers/pool/news-for-workers.ts'
import { eventually } from '#support/runner/eventually.ts'
import { propertyRuns } from '#support/runner/property-runs.ts'
import { ADMIN, BACKEND, BACKEND_PRODUCTION, FRONTEND } from '#support/service/start-backend.ts'
import {
  startWithWorkers,
  type Client,
  type Received,
  type Sent,
  type WorkerStage,
} from '#support/stages/worker-stage.ts'

const FEATURES = '/api/client/features'
const DELTA = '/api/client/delta'
const REMOTE = '/ofrep/v1/evaluate/flags'
const FLAGS = '/api/admin/projects/default/features'

let stage: WorkerStage
/** Connections to both workers. */
let clients: Client[]
beforeAll(async () => {
  stage = await startWithWorkers({ env: { HALYARD_SERVER_METRICS: 'all' } })
  clients = [stage.connect(), stage.connect(), stage.connect(), stage.connect()]
  for (const name of ['checkout', 'search', 'banner'])
    await stage.admin('POST', FLAGS, { name, type: 'release', impressionData: name === 'banner' })
  await stage.admin('POST', '/api/admin/segments', {
    name: 'north',
    constraints: [{ contextName: 'country', operator: 'IN', values: ['no', 'se'] }],
  })
  await strategy('checkout', { name: 'flexibleRollout', parameters: rollout(50), segments: [1] })
  const only = (contextName: string, values: string[]) => [{ contextName, operator: 'IN', values }]
  await strategy('search', {
    name: 'flexibleRollout',
    parameters: rollout(100),
    constraints: only('userId', ['ada', 'bob']),
  })
  await strategy('banner', {
    name: 'flexibleRollout',
    parameters: rollout(100),
    constraints: only('remoteAddress', ['127.0.0.1']),
  })
  for (const name of ['checkout', 'search', 'banner']) await turn(name, 'on')
})
afterAll(async () => {
  for (const client of clients) client.close()
  await stage.stop()
})

const rollout = (percent: number) => ({ rollout: String(percent), stickiness: 'default', groupId: 'g' })
const strategy = (flag: string, body: object) =>
  stage.admin('POST', `${FLAGS}/${flag}/environments/development/strategies`, body)
const turn = (flag: string, to: 'on' | 'off') =>
  stage.admin('POST', `${FLAGS}/${flag}/environments/development/${to}`)
const as = (authorization: string, headers: Record<string, string> = {}): Sent => ({
  headers: { authorization, ...headers },
})
const askAll = (at: string, sent: Sent) => Promise.all(clients.map((client) => client.send(at, sent)))

/** An answer without what is of one request or connection. */
function comparable({ status, headers, text }: Received) {
  const { date: _date, connection: _connection, 'keep-alive': _alive, ...rest } = headers
  delete rest['transfer-encoding']
  return { status, headers: rest, text: text.replace(/"id":"[0-9a-f-]{36}"/g, '"id":""') }
}

const TOKENS = [
  BACKEND,
  BACKEND_PRODUCTION,
  FRONTEND,
  ADMIN,
  `Bearer ${BACKEND}`,
  'default:development.no',
  '',
]
const anyToken = fc.constantFrom(...TOKENS)
const anyHeaders = fc.record(
  {
    'if-none-match': fc.constantFrom('*', 'W/"1"', 'ETAG', 'W/ETAG', 'DELTA'),
    origin: fc.constantFrom('https://shop.example', 'null', 'http://localhost:1'),
    'accept-encoding': fc.constantFrom('gzip', 'br', 'identity'),
    'unleash-client-spec': fc.constantFrom('4.2.0', '5.2.0', 'x'),
    'x-halyard-reason': fc.constant('true'),
    'x-halyard-overlay': fc.constantFrom('ada', 'x'.repeat(300)),
    'unleash-appname': fc.constantFrom('shop', 'é', 'x'.repeat(300)),
    'x-api-key': fc.constantFrom(FRONTEND, BACKEND, 'default:development.no'),
    'x-forwarded-for': fc.constantFrom('203.0.113.7', 'nobody'),
    host: fc.constantFrom('localhost', 'elsewhere.example'),
    cookie: fc.constant('unleash-session=no'),
  },
  { requiredKeys: [] },
)
const anyContext = fc.record(
  {
    userId: fc.constantFrom('ada', 'bob', '7', ''),
    sessionId: fc.constantFrom('1', '2'),
    appName: fc.constantFrom('shop', 'web'),
    remoteAddress: fc.constantFrom('203.0.113.9', '10.0.0.1'),
    environment: fc.constantFrom('production', 'x'),
    properties: fc.record({ country: fc.constantFrom('no', 'de') }),
    country: fc.constantFrom('no', 'de'),
  },
  // a session is drawn for each request without one
  { requiredKeys: ['sessionId'] },
)
const flat = (context: object) =>
  Object.entries(context)
    .flatMap(([name, value]: [string, string | object]) =>
      typeof value === 'object'
        ? Object.entries(value as Record<string, string>).map(([key, one]) => `properties[${key}]=${one}`)
        : [`${name}=${value}`],
    )
    .join('&')
const anyRequest = fc.oneof(
  fc.record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS'),
    at: fc.constantFrom(
      ...[
        '/api/client/streaming',
        DELTA,
        `${DELTA}?namePrefix=se`,
        `${DELTA}?project=x`,
        `${DELTA}/`,
        `${FEATURES}/search?environment=x`,
      ],
      ...[FEATURES, `${FEATURES}?project=default`, `${FEATURES}?namePrefix=se`, `${FEATURES}?project=`],
      ...['/API/client//features/', `${FEATURES}/search`, `${FEATURES}/a/b`, '/health', '/nowhere'],
      ...[REMOTE, `${REMOTE}/search`, '/ofrep/v1/configuration'],
      ...[
        `${FEATURES}?namePrefix=${'x'.repeat(3000)}`,
        '/api/client/features?tag=simple:a',
        '/api/frontend/',
      ],
    ),
  }),
  fc.record({
    method: fc.constant('GET'),
    at: anyContext.map((context) => `/api/frontend?${flat(context)}`),
  }),
  fc.record({
    method: fc.constant('POST'),
    at: fc.constantFrom(
      ...['/api/frontend', REMOTE, REMOTE, `${REMOTE}/checkout`, `${REMOTE}/search`, `${REMOTE}/n%2Fo%20ne`],
      ...[`${REMOTE}/`, `${REMOTE}/%`, '/ofrep//v1/evaluate/flags', `${REMOTE}/${'x'.repeat(300)}`],
    ),
    type: fc.constantFrom('application/json', 'application/json', 'text/plain'),
    body: fc.oneof(
      anyContext.map((context) => JSON.stringify({ context })),
      anyContext.map(({ userId: targetingKey, ...context }) =>
        JSON.stringify({ context: { targetingKey, ...context } }),
      ),
      fc.constantFrom('{', '[]', '{"context":7}'),
    ),
  }),
)

describe('requests of SDKs', () => {
  it('are answered by workers, and no differently than by the main process', async () => {
    const etag = (await stage.askMain(FEATURES, as(BACKEND))).headers.etag ?? ''
    const delta = (await stage.askMain(DELTA, as(BACKEND))).headers.etag ?? ''
    await fc.assert(
      fc.asyncProperty(
        anyRequest,
        anyToken,
        anyHeaders,
        fc.nat({ max: 3 }),
        async ({ method, at, ...more }, token, some, index) => {
          const { 'if-none-match': has, ...others } = some
          const headers = {
            host: new URL(stage.url).host,
            ...others,
            ...(token === '' ? {} : { authorization: token }),
            ...(has === undefined
              ? {}
              : { 'if-none-match': has.replace('ETAG', etag).replace('DELTA', delta) }),
            ...('type' in more ? { 'content-type': more.type } : {}),
          }
          const sent = { method, headers, ...('body' in more ? { body: more.body } : {}) }
          const theirs = await clients[index]?.send(at, sent)
          const ours = await stage.askMain(at, sent)
          expect(theirs && comparable(theirs)).toEqual(comparable(ours))
        },
      ),
      { numRuns: propertyRuns(300) },
    )
  })

  it('do not reach the main process', async () => {
    stage.answeredByMain.length = 0
    for (const answer of await askAll(FEATURES, as(BACKEND))) expect(answer.status).toBe(200)
    for (const answer of await askAll('/api/frontend?userId=ada', as(FRONTEND)))
      expect(answer.status).toBe(200)
    for (const { status } of await askAll(DELTA, as(BACKEND))) expect(status).toBe(200)
    for (const { status } of await askAll(`${FEATURES}/search`, as(BACKEND))) expect(status).toBe(200)
    const evaluation = {
      ...{ method: 'POST', body: JSON.stringify({ context: { targetingKey: 'ada' } }) },
      headers: { 'x-api-key': FRONTEND, 'content-type': 'application/json' },
    }
    for (const at of [REMOTE, `${REMOTE}/search`])
      for (const { status } of await askAll(at, evaluation)) expect(status).toBe(200)
    expect(stage.answeredByMain).toEqual([])
    await clients[0]?.send('/ofrep/v1/event-streams/none', as(FRONTEND))
    expect(stage.answeredByMain).toEqual(['streamFlagChanges'])
  })

  it('that report evaluations by OpenTelemetry are handed on, so that there is one log', async () => {
    const key = { key: 'feature_flag.key', value: { stringValue: 'search' } }
    const record = { eventName: 'feature_flag.evaluation', attributes: [key] }
    const sent = {
      ...as(BACKEND, { 'content-type': 'application/json' }),
      method: 'POST',
      body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }),
    }
    for (const { status, text } of await askAll('/otlp/v1/logs', sent))
      expect([status, text]).toEqual([200, '{}'])
    const { calls } = (await stage.admin('GET', '/api/admin/evaluation-log')) as {
      calls: { kind: string; count: number }[]
    }
    const reported = calls.filter(({ kind }) => kind === 'reported')
    expect(reported).toMatchObject([{ count: clients.length, flags: 1, environment: 'development' }])
  })
})

const isOn = ({ text }: Received, flag: string) =>
  (JSON.parse(text) as { features: { name: string; enabled: boolean }[] }).features.find(
    ({ name }) => name === flag,
  )?.enabled

describe('a change', () => {
  it('is answered once every worker answers by it', async () => {
    for (let round = 0; round < 20; round += 1) {
      const to = round % 2 === 0 ? 'off' : 'on'
      await turn('search', to)
      const answers = await askAll(FEATURES, as(BACKEND))
      expect(answers.map((answer) => isOn(answer, 'search'))).toEqual(answers.map(() => to === 'on'))
    }
  })

  it('of the origins of the frontend API counts at once', async () => {
    const path = '/api/admin/ui-config/cors'
    const headers = { origin: 'https://shop.example' }
    await stage.admin('POST', path, { frontendApiOrigins: ['https://other.example'] })
    for (const { headers: sent } of await askAll('/api/frontend', as(FRONTEND, headers)))
      expect(sent['access-control-allow-origin']).not.toBe('https://shop.example')
    await stage.admin('POST', path, { frontendApiOrigins: [] })
    for (const { headers: sent } of await askAll('/api/frontend', as(FRONTEND, headers)))
      expect(sent['access-control-allow-origin']).toBe('*')
  })

  it('by an override is there, and goes with it', async () => {
    const at = '/api/halyard/projects/default/features/search/environments/development/overrides/everybody'
    await stage.admin('PUT', at, { enabled: false })
    for (const answer of await askAll(FEATURES, as(BACKEND))) expect(isOn(answer, 'search')).toBe(false)
    await stage.admin('DELETE', at)
    for (const answer of await askAll(FEATURES, as(BACKEND))) expect(isOn(answer, 'search')).toBe(true)
  })

  it('by an override for a header is there for requests with it, and for no others', async () => {
    const at = '/api/halyard/projects/default/features/search/environments/development/overrides/header:ada'
    await stage.admin('PUT', at, { enabled: false })
    const overlaid = as(BACKEND, { 'x-halyard-overlay': 'ada' })
    for (const answer of await askAll(FEATURES, overlaid)) expect(isOn(answer, 'search')).toBe(false)
    for (const answer of await askAll(FEATURES, as(BACKEND))) expect(isOn(answer, 'search')).toBe(true)
    await stage.admin('DELETE', at)
    for (const answer of await askAll(FEATURES, overlaid)) expect(isOn(answer, 'search')).toBe(true)
  })
})

describe('a token', () => {
  it('that was made counts at once, and is refused everywhere once its deletion is answered', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { secret } = (await stage.admin('POST', '/api/admin/api-tokens', {
        tokenName: `t${round}`,
        type: 'client',
        environment: 'development',
        projects: ['default'],
      })) as { secret: string }
      for (const { status } of await askAll(FEATURES, as(secret))) expect(status).toBe(200)
      await stage.admin('DELETE', `/api/admin/api-tokens/${secret}`)
      for (const { status } of await askAll(FEATURES, as(secret))) expect(status).toBe(401)
    }
  })

  it('is known to a worker by the hash of its secret alone, and one of an Admin is not', () => {
    const entries = stage.backend.services.tokens.entries()
    const sent = sdkTokensOf(entries)
    expect(entries.map(([, { type }]) => type)).toContain('admin')
    expect(sent).toHaveLength(3)
    for (const secret of [BACKEND, FRONTEND]) expect(JSON.stringify(sent)).not.toContain(secret)
  })
})

describe('what a worker answered', () => {
  it('is counted and listed as if the main process had answered', async () => {
    const { requestLog, evaluationLog, seenContexts, traffic, tokens, clientApi } = stage.backend.services
    requestLog.clear()
    const day = new Date().toISOString().slice(0, 10)
    const counted = () =>
      traffic
        .between(day, day)
        .find(({ apiPath, group }) => apiPath === '/api/client' && group === 'successful-requests')?.count ??
      0
    // what was noted before is there once a later request is
    await askAll(FEATURES, as(BACKEND, { 'unleash-appname': 'marker' }))
    await eventually(async () => {
      const { requests } = await requestLog.find({ caller: 'marker' })
      expect(requests).toHaveLength(4)
    })
    const before = counted()
    const names = {
      'unleash-appname': 'counted',
      'unleash-instanceid': 'i1',
      'unleash-sdk': 'unleash-node:6.0.0',
    }
    for (let index = 0; index < 7; index += 1) await clients[index % 4]?.send(FEATURES, as(BACKEND, names))
    await clients[1]?.send('/api/frontend?userId=grace&appName=counted&sessionId=1', as(FRONTEND))
    await eventually(() => expect(counted()).toBeGreaterThanOrEqual(before + 7))
    await eventually(async () => {
      const { requests } = await requestLog.find({ operation: 'getAllClientFeatures' })
      expect(requests.filter(({ appName }) => appName === 'counted')).toHaveLength(7)
      expect(requests[0]).toMatchObject({
        status: 200,
        ip: '127.0.0.1',
        caller: 'backend-token',
        sdk: 'unleash-node:6.0.0',
      })
    })
    expect(counted()).toBe(before + 7)
    const evaluated = () => evaluationLog.list(new Set()).filter(({ appName }) => appName === 'counted')
    await eventually(() => {
      const ofServers = evaluated().filter(({ kind }) => kind === 'client')
      expect(ofServers.reduce((total, { count }) => total + count, 0)).toBe(7)
    })
    // it was the last one, so it may come with later notes
    const frontend = await eventually(() => {
      const found = evaluated().find(({ kind }) => kind === 'frontend')
      expect(found?.context).toMatchObject({ userId: 'grace' })
      return found
    })
    expect((await evaluationLog.explain(frontend?.id ?? 0, new Set()))?.results).toHaveLength(3)
    await eventually(() =>
      expect(
        seenContexts.since('development', new Date(0)).some(({ context }) => context.userId === 'grace'),
      ).toBe(true),
    )
    expect(tokens.get(BACKEND)?.seenAt).not.toBeNull()
    expect(clientApi.sdkRevisions.list(new Date(), new Set()).sdks).toContainEqual(
      expect.objectContaining({ appName: 'counted', instance: 'i1', way: 'poll', behindSince: null }),
    )
  })

  it('is in the figures for Prometheus', async () => {
    const COUNT =
      /^http_request_duration_milliseconds_count\{method="GET",path="\/api\/client\/features"\} (\d+)$/m
    const counted = async () =>
      Number(COUNT.exec((await clients[0]?.send('/internal-backstage/prometheus'))?.text ?? '')?.[1] ?? 0)
    const before = await counted()
    stage.answeredByMain.length = 0
    await askAll(FEATURES, as(BACKEND))
    expect(stage.answeredByMain).toEqual([])
    await eventually(async () => expect(await counted()).toBeGreaterThanOrEqual(before + 4))
  })

  it('goes to the main process while bodies are recorded', async () => {
    const { requestLog } = stage.backend.services
    requestLog.recordBodies(1)
    await turn('banner', 'off')
    stage.answeredByMain.length = 0
    await askAll(FEATURES, as(BACKEND))
    expect(stage.answeredByMain).toEqual(Array(4).fill('getAllClientFeatures'))
    requestLog.recordBodies(0)
    await turn('banner', 'on')
    stage.answeredByMain.length = 0
    await askAll(FEATURES, as(BACKEND))
    expect(stage.answeredByMain).toEqual([])
  })
})
