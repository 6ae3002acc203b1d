import { SECRETS } from '../torture/secrets.ts'
import type { Sent, SoakedService } from './soaked-service.ts'

const FEATURES = '/api/admin/projects/default/features'
const BATCH = '/api/admin/features-batch'
const ENDPOINT = 'soaked'
const FLAGS = 300
/** Flags with a strategy that is as large as a body allows, about 70 kB. */
const LARGE_FLAGS = 20
/** Strategy as large as may be. The event log has it twice for each change. */
const LARGE_CHANGES = 200
/** Flags of an import of nearly 500 kB. */
const IMPORTED_FLAGS = 6

/** Facts of a prepared service that the requests need. */
export interface Prepared {
  /** Secrets by caller. */
  viewer: string
  member: string
  signals: string
  /** Strategy of the first flag. */
  strategy: string
  /** Flags as they are imported. */
  exported: object
}

/** An operation, asked for as much as its bounds allow, or for more. */
export interface LargeRequest {
  caller: 'Viewer' | 'Member' | 'SDK' | 'frontend token' | 'agent' | 'signal sender' | 'Admin'
  operation: string
  /** Makes the nth request. */
  request: (nr: number) => Sent
  /** Statuses that are right besides those below 300. */
  refusals?: readonly number[]
}

const RATE = [429]
/** Rate, and what is asked for beyond a bound. */
const BEYOND = [400, 429]

const long = (length: number, start: string | number = '') => `${start}`.padEnd(length, 'x')
const list = <T>(length: number, item: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => item(index))
const map = <T>(length: number, key: (index: number) => string, value: T) =>
  Object.fromEntries(list(length, (index) => [key(index), value]))

const largeStrategy = (nr: number) => ({
  name: 'flexibleRollout',
  constraints: ['userId', 'sessionId', 'appName'].map((contextName) => ({
    contextName,
    operator: 'IN',
    values: list(240, (index) => long(95, `${nr}-${index}`)),
  })),
})

const changeStrategy = (strategy: string, nr: number): Sent => ({
  method: 'PUT',
  at: `${FEATURES}/flag-0/environments/development/strategies/${strategy}`,
  body: largeStrategy(nr),
})

/** Fills a service with flags and events, large ones among them, and makes the callers. */
export async function prepareLarge(service: SoakedService): Promise<Prepared> {
  const send = async (sent: Sent) => {
    const { status, text } = await service.send(sent)
    if (status >= 300) throw new Error(`${sent.method} ${sent.at}: ${status} ${text}`)
    return JSON.parse(text) as { id: string | number; secret?: string; token?: string }
  }
  const post = (at: string, body: object) => send({ method: 'POST', at, body })
  for (let nr = 0; nr < FLAGS; nr++) await post(FEATURES, { name: `flag-${nr}` })
  let strategy = ''
  for (let nr = LARGE_FLAGS - 1; nr >= 0; nr--)
    strategy = String(
      (await post(`${FEATURES}/flag-${nr}/environments/development/strategies`, largeStrategy(nr))).id,
    )
  for (let nr = 0; nr < LARGE_CHANGES; nr++) await send(changeStrategy(strategy, nr))
  const exported = await post(`${BATCH}/export`, {
    environment: 'development',
    // not the flag whose strategy is changed: an import replaces strategies
    features: list(IMPORTED_FLAGS, (index) => `flag-${index + 1}`),
  })
  const accountOf = async (username: string, rootRole: number) => {
    const { id } = await post('/api/admin/service-account', { name: username, username, rootRole })
    const token = { description: username, expiresAt: '2999-01-01T00:00:00.000Z' }
    return (await post(`/api/admin/service-account/${id}/token`, token)).secret ?? ''
  }
  const { id } = await post('/api/admin/signal-endpoints', { name: ENDPOINT })
  const { token } = await post(`/api/admin/signal-endpoints/${id}/tokens`, { name: ENDPOINT })
  return {
    viewer: await accountOf('viewer', 3),
    member: await accountOf('member', 2),
    signals: `Bearer ${token}`,
    strategy,
    exported,
  }
}

/** Lists the operations with their requests. */
export const largeRequests = (prepared: Prepared): readonly LargeRequest[] => [
  ...ofViewers(prepared.viewer),
  ...ofMembers(prepared),
  ...ofAgents(prepared.viewer),
  ...OF_ADMINS,
  ...OF_SDKS,
  ...OF_FRONTENDS,
  ...ofSignals(prepared.signals),
]

function ofViewers(authorization: string): LargeRequest[] {
  const caller = 'Viewer'
  const get = (at: string): LargeRequest => ({
    caller,
    operation: `GET ${at}`,
    request: () => ({ method: 'GET', at, authorization }),
    refusals: RATE,
  })
  const play = (operation: string, asked: object, refusals: readonly number[] = RATE): LargeRequest => ({
    caller,
    operation: `playground ${operation}`,
    request: () => ({
      method: 'POST',
      at: '/api/admin/playground/advanced',
      body: { environments: ['development'], projects: '*', ...asked },
      authorization,
    }),
    refusals,
  })
  const fields = (count: number) => map(count, (index) => `field-${index}`, 'v')
  const values = (count: number) => list(count, (index) => `v${index}`).join()
  return [
    get('/api/admin/search/events?limit=1000'),
    get('/api/admin/events/flag-0'),
    get('/api/admin/past?at=2020-01-01T00:00:00.000Z'),
    get('/api/admin/projects/default/overview'),
    get('/api/admin/search/features?limit=100'),
    get('/api/admin/search/everything?query=flag'),
    play('with the most evaluations', {
      features: list(FLAGS, (index) => `flag-${index}`),
      context: { appName: values(50) },
    }),
    play('with the most fields', {
      features: ['flag-299'],
      context: { appName: values(490), properties: fields(1000) },
    }),
    play('beyond', { context: { appName: values(10), properties: fields(4000) } }, BEYOND),
    play(
      'beyond, in no project',
      { projects: 'nope', context: { appName: values(5000), properties: fields(1000) } },
      BEYOND,
    ),
  ]
}

function ofMembers({ member: authorization, strategy, exported }: Prepared): LargeRequest[] {
  const caller = 'Member'
  const body = { project: 'default', environment: 'development', data: exported }
  const post = (operation: string, at: string, bodyOf: (nr: number) => object): LargeRequest => ({
    caller,
    operation,
    request: (nr) => ({ method: 'POST', at, body: bodyOf(nr), authorization }),
  })
  return [
    {
      caller,
      operation: 'change of a strategy',
      request: (nr) => ({ ...changeStrategy(strategy, nr), authorization }),
    },
    {
      caller,
      operation: 'change of a flag',
      request: (nr) => ({
        method: 'PUT',
        at: `${FEATURES}/flag-${nr % FLAGS}`,
        body: { name: `flag-${nr % FLAGS}`, type: 'release', description: long(20_000, nr) },
        authorization,
      }),
    },
    post('export', `${BATCH}/export`, () => ({ environment: 'development', project: 'default' })),
    post('check of an import', `${BATCH}/validate`, () => body),
    post('import', `${BATCH}/import`, () => body),
  ]
}

function ofAgents(authorization: string): LargeRequest[] {
  const message = (id: number, name: string, args: object) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  })
  const ask = (operation: string, body: object): LargeRequest => ({
    caller: 'agent',
    operation,
    request: () => ({ method: 'POST', at: '/mcp', body, authorization }),
    refusals: BEYOND,
  })
  return [
    ask('read_events', message(1, 'read_events', { limit: 1000 })),
    ask(
      'batch of 100 read_events',
      list(100, (id) => message(id, 'read_events', { limit: 1000 })),
    ),
    ask(
      'batch of 100 get_flag',
      list(100, (id) => message(id, 'get_flag', { projectId: 'default', featureName: 'flag-0' })),
    ),
  ]
}

const plan = (operation: string, text: string): LargeRequest => ({
  caller: 'Admin',
  operation: `plan of a scenario file, ${operation}`,
  request: () => ({ method: 'POST', at: '/api/admin/scenario/plan', body: { text } }),
  refusals: BEYOND,
})

const OF_ADMINS: readonly LargeRequest[] = [
  plan(
    '3,000 flags',
    `scenario: 1\nflags:\n${list(3000, (nr) => `  - { name: planned-${nr}, project: default, description: ${long(80)} }\n`).join('')}`,
  ),
  plan('15,000 unknown keys', list(15_000, (nr) => `key-${nr}: 1\n`).join('')),
  plan('20,000 anchors', `all:\n${list(20_000, (nr) => `  - &a${nr} x\n`).join('')}`),
  plan('400,000 brackets', '['.repeat(400_000)),
]

/** Toggles for a report of about 95 kB. */
const unknownFlags = (nr: number) => map(400, (index) => long(200, `${nr}-${index}-`), { yes: 1, no: 1 })
const knownFlags = map(FLAGS, (index) => `flag-${index}`, {
  yes: 1,
  no: 1,
  variants: map(10, (index) => `variant-${index}`, 1),
})
const bucketOf = (toggles: object) => ({ start: new Date(), stop: new Date(), toggles })
const reportOf = (nr: number, toggles: object) => ({
  appName: long(200, nr),
  instanceId: long(200, nr),
  bucket: bucketOf(toggles),
})
const registrationOf = (nr: number) => ({
  appName: long(200, `registered-${nr}`),
  instanceId: long(200, nr),
  sdkVersion: long(200, nr),
  platformName: long(200, nr),
  platformVersion: long(200, nr),
  strategies: list(440, (index) => long(200, `${nr}-${index}`)),
  started: new Date(),
  interval: 1000,
})
const largeContext = (nr: number) => ({
  appName: long(200, nr),
  userId: long(2000, nr),
  properties: map(900, (index) => `property-${index}`, long(80, nr)),
})
const impressions = (nr: number) =>
  list(90, (index) => ({
    eventType: 'isEnabled',
    eventId: long(200, `${nr}-${index}`),
    featureName: `flag-${index}`,
    enabled: true,
    context: { userId: long(600, nr), appName: long(200, nr) },
  }))
const impactMetrics = (nr: number) => [
  {
    name: long(200, nr),
    help: long(20_000),
    type: 'counter',
    samples: list(300, (index) => ({ labels: { [`label-${index}`]: long(200, nr) }, value: 1 })),
  },
]

type Asked = readonly [operation: string, at: string, body?: (nr: number) => object]

const asked = (
  caller: LargeRequest['caller'],
  authorization: string,
  requests: readonly Asked[],
): LargeRequest[] =>
  requests.map(([operation, at, body]) => ({
    caller,
    operation,
    request: (nr) => ({
      method: body ? 'POST' : 'GET',
      at,
      authorization,
      ...(body ? { body: body(nr) } : {}),
    }),
    refusals: RATE,
  }))

const OF_SDKS = asked('SDK', SECRETS.backend, [
  ['configuration', '/api/client/features'],
  ['registration', '/api/client/register', registrationOf],
  ['counts of flags', '/api/client/metrics', (nr) => reportOf(nr, knownFlags)],
  ['counts of unknown flags', '/api/client/metrics', (nr) => reportOf(nr, unknownFlags(nr))],
  [
    'values that it measures',
    '/api/client/metrics',
    (nr) => ({ ...reportOf(nr, {}), impactMetrics: impactMetrics(nr) }),
  ],
  ['impressions', '/api/impressions', impressions],
  ['evaluation for OpenFeature', '/ofrep/v1/evaluate/flags', (nr) => ({ context: largeContext(nr) })],
])

const OF_FRONTENDS = asked('frontend token', SECRETS.frontend, [
  ['evaluation', '/api/frontend', (nr) => ({ context: largeContext(nr) })],
  ['registration', '/api/frontend/client/register', registrationOf],
  ['counts of flags', '/api/frontend/client/metrics', (nr) => reportOf(nr, knownFlags)],
  ['counts of unknown flags', '/api/frontend/client/metrics', (nr) => reportOf(nr, unknownFlags(nr))],
  ['impressions', '/api/impressions', impressions],
])

const ofSignals = (authorization: string): LargeRequest[] =>
  asked('signal sender', authorization, [
    [
      'signal',
      `/api/signal-endpoint/${ENDPOINT}`,
      (nr) => map(900, (index) => `field-${index}`, long(80, nr)),
    ],
  ])
