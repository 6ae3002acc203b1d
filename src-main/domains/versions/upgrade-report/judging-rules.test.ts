import { major } from 'semver'
import { describe, expect, it } from 'vitest'

import { OPERATIONS } from '#shared/contract/index.ts'
import { VERSION_CHANGES, type VersionChange } from '#shared/versions/rules/index.ts'
import type { Actor } from '#kernel/caller.ts'
import type { HttpExchange } from '#kernel/request-watch.ts'
import { JudgedCalls } from './judged-calls.ts'
import { reportOf } from './report.ts'

const clock = { now: () => new Date('2026-11-21T12:00:00.000Z'), elapsed: () => 0 }
const ANN: Actor = { kind: 'user', id: 1, username: 'ann' }

const BACKEND: Actor = {
  kind: 'backend-token',
  username: 'shop',
  environment: 'development',
  projects: ['*'],
}

const FRONTEND: Actor = { ...BACKEND, kind: 'frontend-token' }
const ADMIN: Actor = { kind: 'admin-token', id: -42, username: 'admin' }
const NOBODY: Actor = { kind: 'anonymous' }

interface Made extends Partial<Omit<HttpExchange, 'request' | 'operation'>> {
  headers?: Record<string, string>
  query?: Record<string, string>
  times?: number
}

/** A call of an operation, or of a method and path that no operation has. */
function made(what: string, { headers = {}, query, times: _t, ...rest }: Made = {}): HttpExchange {
  const operation = OPERATIONS.find(({ operationId }) => operationId === what)
  const [method = '', path = ''] = what.split(' ')
  if (!operation && !path) throw new Error(`there is no operation ${what}`)
  const actor =
    operation?.audience === 'client' ? BACKEND : operation?.audience === 'frontend' ? FRONTEND : ANN
  return {
    request: {
      method: operation?.method ?? method,
      url: (operation?.path ?? path).replaceAll(/:\w+/g, 'x'),
      headers,
      ...(query ? { query } : {}),
    },
    ...(operation ? { operation } : {}),
    actor,
    isAdmitted: true,
    status: operation ? 200 : 404,
    contract: '7.6.5',
    ...rest,
  }
}

type Case = [what: string, made?: Made]

const ENVIRONMENT = { body: { environment: 'development' } }
const OLD = { contract: '6.9.0' }

/** By change: calls that show it. */
const SHOWN: Record<string, Case[]> = {
  'property-username': [
    ['createApiToken', { body: { username: 'x', type: 'client' } }],
    ['createProjectApiToken', { body: { username: 'x', tokenName: 'x' } }],
    ['getAllApiTokens', OLD],
    ['getApiTokensByName', OLD],
    ['getProjectApiTokens', OLD],
  ],
  'property-environment': [
    ['registerClientApplication', ENVIRONMENT],
    ['registerClientMetrics', { body: { ...ENVIRONMENT.body, bucket: {} } }],
    ['registerFrontendClient', ENVIRONMENT],
    ['registerFrontendMetrics', ENVIRONMENT],
    ['getAllClientFeatures', { query: ENVIRONMENT.body }],
    ['getClientFeature', { query: ENVIRONMENT.body }],
    ['getFrontendFeatures', { query: ENVIRONMENT.body }],
    ['getFrontendApiFeaturesWithPost', { body: { context: ENVIRONMENT.body } }],
    ['getPlayground', { body: { context: ENVIRONMENT.body } }],
    ['getAdvancedPlayground', { body: { context: ENVIRONMENT.body } }],
  ],
  'property-isapi': [
    ['getMe', OLD],
    ['getUsers', OLD],
    ['getAccessOverview', OLD],
    ['getProjectAccess', OLD],
    ['getGroups', OLD],
    ['getAllPublicSignupTokens', OLD],
    ['login', OLD],
    ['addPublicSignupTokenUser', OLD],
  ],
  'edge-19-1-3': [
    ['registerClientMetrics', { headers: { 'unleash-sdk': 'unleash-edge:19.1.2' }, body: { bucket: {} } }],
  ],
  'client-tokens': [
    ['getAllClientFeatures', { actor: NOBODY, isAdmitted: false, status: 401 }],
    ['getAllClientFeatures', { actor: NOBODY, contract: '3.17.0' }],
  ],
  'validation-record-v5': [['createFeature', { status: 400, contract: '4.24.0' }]],
  'internet-explorer-v6': [
    [
      'getProjects',
      { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko' } },
    ],
  ],
  'admin-tokens-v7': [['createApiToken', { body: { type: 'Admin', tokenName: 'x' } }]],
  'strict-token-kinds-v8': [
    ['getAllClientFeatures', { actor: ANN }],
    ['getFrontendFeatures', { actor: ADMIN }],
    ['getFrontendFeatures', { actor: ADMIN, isAdmitted: false, status: 403, contract: '8.0.0' }],
    ['getAllClientFeatures', { actor: ANN, isAdmitted: false, status: 403, contract: '8.0.0' }],
  ],
  'flag-lists-v8': [['getFeature'], ['searchFeatures'], ['listTags']],
  'metrics-without-bucket-v8': [['registerClientMetrics', { body: { appName: 'shop' }, status: 400 }]],
  'unknown-deletions-v8': [
    ['deletePat', { status: 404 }],
    ['deleteFeature', { status: 404 }],
  ],
  'archived-query-v8': [['searchFeatures', { query: { archived: 'IS:true' } }]],
  'sdk-rate-limits-v8': [
    ['searchFeatures', { times: 16 }],
    ['getAllClientFeatures', { times: 20_001 }],
  ],
}

/** Reasons that no call can show a change: of a whole kind, or of one. */
const NOT_SHOWN: Record<string, string> = {
  capability: 'what a version brings breaks no call',
  'configuration-v4': 'of the configuration',
  'root-roles-v4': 'of the users',
  'extended-permissions-v4': 'of the users',
  'command-line-v4': 'of the way the service is started',
  'sso-authenticator-v5': 'of the configuration; who signs in that way comes by a page, not by the API',
  'database-password-v5': 'of the database',
  'custom-authentication-v6': 'of the image',
  'import-at-start-v6': 'of the configuration',
  'rolling-upgrade-5-7': 'of several instances side by side',
  'license-key': 'of the installation',
  'strategy-types-v7': 'of new installations; one that is upgraded has what it had',
  'sunset-type-v8': 'what a version brings breaks no call',
  esm: 'of the build',
  'node-18': 'of the machine',
  'node-20': 'of the machine',
  'node-22': 'of the machine',
  'postgres-13': 'of the machine',
  'postgres-14': 'of the machine',
  'postgres-15': 'of the machine',
}

/** Calls of the endpoints that a change names: a path in other letters is the same. */
function casesOf({ id, endpoints = [] }: VersionChange): Case[] {
  return [...endpoints.map(({ method, path }): Case => [`${method} ${path}`]), ...(SHOWN[id] ?? [])]
}

function judged(calls: readonly Case[], span: { from: string; to: string }) {
  const noted = new JudgedCalls(clock)
  for (const [what, how] of calls)
    for (let time = 0; time < (how?.times ?? 1); time++) noted.note(made(what, how))
  return reportOf(noted.all(), { ...span, contractVersion: '7.6.5', url: 'http://localhost:4242' })
}

describe('every row of the table of versions', () => {
  it.each(VERSION_CHANGES.map((change) => [change.id, change] as const))('%s', (id, change) => {
    const cases = casesOf(change)
    const why = NOT_SHOWN[change.id] ?? NOT_SHOWN[change.kind]
    expect(cases.length > 0, 'is either shown by calls, or there is a reason').toBe(why === undefined)
    for (const one of cases) {
      const before = `${major(change.version) - 1}.0.0`
      const report = judged([one], { from: before, to: change.version })
      const entry = report.calls.find((found) => found.id.split(':')[0] === id)
      // a withdrawn removal is not reported where the endpoint exists again
      if (change.kind === 'endpoint restored') expect(entry).toBeUndefined()
      else expect(entry?.version ?? entry?.deprecated[0], one[0]).toBe(change.version)
      const beyond = judged([one], { from: change.version, to: '99.0.0' })
      expect(beyond.calls.map((found) => found.id)).not.toContain(id)
    }
  })

  it('is reported for no unrelated call', () => {
    const harmless: Case[] = [
      ['createApiToken', { body: { tokenName: 'x', type: 'backend', username: undefined } }],
      [
        'registerClientApplication',
        { body: { appName: 'x' }, headers: { 'unleash-sdk': 'unleash-client:9.0.0' } },
      ],
      ['registerClientMetrics', { body: { appName: 'x', bucket: {} } }],
      ['getAllClientFeatures', { query: { namePrefix: 'x' } }],
      ['getFrontendFeatures', { query: { userId: '7' } }],
      ['getPlayground', { body: { environment: 'development', context: { appName: 'x' } } }],
      ['clientBulkMetrics', { body: { applications: [{ environment: 'development' }], metrics: [] } }],
      ['deletePat', { status: 200 }],
      ['createFeature', { status: 400 }],
      ['getUsers'],
      ['login', { body: { username: 'x' } }],
      ['getProjects', { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } }],
      ['getAllClientFeatures', { headers: { 'unleash-sdk': 'unleash-edge:19.1.3' } }],
      ['GET /api/admin/nothing-like-that'],
      ['getProjects', { actor: NOBODY, isAdmitted: false, status: 401 }],
      ['getProjects', { actor: BACKEND, isAdmitted: false, status: 403 }],
      ['getAllClientFeatures', { actor: FRONTEND, isAdmitted: false, status: 403 }],
      ['getFrontendFeatures', { actor: ANN, isAdmitted: false, status: 401 }],
    ]
    expect(judged(harmless, { from: '3.0.0', to: '8.2.0' }).calls).toEqual([])
  })
})

describe('a deprecation that was withdrawn', () => {
  it.each([
    ['6.0.0', '6.9.0', ['deprecated']],
    ['6.0.0', '7.0.0', []],
    ['4.0.0', '5.0.0', []],
  ])('POST /api/admin/strategies from %s to %s', (from, to, verdicts) => {
    const { calls } = judged([['createStrategy']], { from, to })
    expect(calls.map(({ verdict }) => verdict)).toEqual(verdicts)
  })
})

it('a removed property is in certain use by callers that sent it, not by those that received it', () => {
  const { calls } = judged(
    [
      ['createApiToken', { body: { username: 'x' } }],
      ['getAllApiTokens', OLD],
    ],
    { from: '6.0.0', to: '7.0.0' },
  )
  expect(calls.map(({ call, isCertain }) => [call, isCertain])).toEqual([
    ['username of API tokens', true],
    ['username of API tokens', false],
  ])
})

describe('an SDK in use', () => {
  const sdks = (to: string, ...headers: Record<string, string>[]) =>
    judged(
      headers.map((one): Case => ['getAllClientFeatures', { headers: one }]),
      { from: '6.0.0', to },
    ).calls.flatMap(({ id, verdict, callers }) => callers.map(({ sdk }) => [id, verdict, sdk]))

  const node = (version: string) => ({ 'unleash-sdk': `unleash-client-node:${version}` })

  it('is judged by the table of SDKs, whatever the server versions', () => {
    expect(sdks('8.2.0', node('6.12.1'), node('5.6.1'), node('4.2.0'))).toEqual([])
    expect(sdks('8.2.0', node('3.21.0'))).toEqual([
      [expect.stringMatching(/^sdk:Node\.js SDK:/), 'outdated', 'unleash-client-node:3.21.0'],
    ])
    expect(sdks('8.2.0', node('2.2.0')).map(([, verdict]) => verdict)).toEqual(['unsupported'])
    expect(sdks('8.0.0', { 'user-agent': 'unleash-client-go/3.9.1' })).toHaveLength(1)
    expect(sdks('8.0.0', { 'user-agent': 'unleash-client-go/4.5.0' })).toEqual([])
  })

  it('is not reported while it is unknown', () => {
    expect(sdks('8.2.0', { 'unleash-sdk': 'unleash-client-elixir:1.0.0' }, node('x'))).toEqual([])
  })

  it('shares a row with callers of the same SDK and reason', () => {
    const { calls } = judged(
      [node('4.1.0'), node('4.1.1'), node('3.21.0')].map((headers): Case => [
        'getAllClientFeatures',
        { headers },
      ]),
      { from: '6.0.0', to: '8.2.0' },
    )
    expect(calls.map(({ call, detail, callers }) => [call, detail, callers.length])).toEqual([
      [
        'Old versions of the Node.js SDK',
        'Versions before 4.1.0 ignore variants of strategies. Versions before 4.2.0 ignore dependencies between flags.',
        1,
      ],
      ['Old versions of the Node.js SDK', 'Versions before 4.2.0 ignore dependencies between flags.', 2],
    ])
  })

  it('is not reported for other versions while it is new enough', () => {
    const sdk = { 'unleash-sdk': 'unleash-client-node:9.0.0' }
    const report = judged([['getAllClientFeatures', { headers: sdk }]], { from: '3.0.0', to: '8.2.0' })
    expect(report).toMatchObject({ calls: [], outside: 0 })
  })

  it('is detected by its registration, too', () => {
    const body = { appName: 'old', sdkVersion: 'unleash-client-ruby:4.4.1', strategies: [] }
    const { calls } = judged([['registerClientApplication', { body }]], { from: '6.0.0', to: '7.0.0' })
    expect(calls.map(({ callers }) => callers)).toMatchObject([
      [{ appName: 'old', sdk: 'unleash-client-ruby:4.4.1', count: 1 }],
    ])
  })

  it('is not a browser, not curl, and not anything without a version', () => {
    expect(sdks('8.0.0', { 'user-agent': 'curl/5.0' }, { 'unleash-sdk': 'mine' }, {})).toEqual([])
  })
})

describe('a call that only a later version refuses', () => {
  it('is reported as deprecated until then', () => {
    const variants: Case[] = [['GET /api/admin/projects/default/features/a/variants']]
    expect(judged(variants, { from: '4.0.0', to: '6.0.0' }).calls).toMatchObject([
      { verdict: 'deprecated', deprecated: ['4.21.0'], version: '7.0.0', failing: 0 },
    ])
    expect(judged(variants, { from: '4.0.0', to: '7.0.0' })).toMatchObject({
      failing: 1,
      calls: [{ verdict: 'removed', version: '7.0.0', failing: 1 }],
    })
    expect(judged(variants, { from: '3.0.0', to: '4.1.0' })).toMatchObject({ calls: [], outside: 1 })
  })
})
