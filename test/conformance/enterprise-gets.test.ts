import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { OPERATIONS } from '#shared/contract/index.ts'
import { FUZZER } from '../resilience/fuzz/fuzz-operation.ts'
import {
  makeBanner,
  makePeople,
  makeReleases,
  makeRequests,
  makeScimToken,
  makeTokens,
} from '../resilience/fuzz/stored-entities.ts'
import { root } from '#support/runner/root.ts'
import { PROVIDER } from '#support/stand-ins/saml-answers.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { publishedProblems } from './published/published-answers.ts'

interface Published {
  operations: Record<string, { method: string; path: string }>
}

const FLAG = 'a-flag'
const FEATURES = '/api/admin/projects/default/features'
const PERIOD = '?grouping=daily&from=2026-11-01&to=2026-11-30'
const FILE = path.join(root, 'test/conformance/published/enterprise.json')
const PUBLISHED = (JSON.parse(readFileSync(FILE, 'utf8')) as Published).operations

const keyOf = (at: string) => at.replace(/:\w+|\{\w+\}/g, '*')
const served = new Map(
  OPERATIONS.filter(({ method }) => method === 'GET').map((operation) => [keyOf(operation.path), operation]),
)
const GETS = Object.values(PUBLISHED)
  .filter(({ method, path: at }) => method === 'GET' && served.has(keyOf(at)))
  // its answer never ends; test/contract/clients reads it
  .filter(({ path: at }) => !at.endsWith('/streaming'))
  .map(({ path: at }) => at)

let app: TestBackend
/** Values of parameters, by the path that precedes them or by name. */
const values: Record<string, string> = {}

beforeAll(async () => {
  app = await startBackend({ users: [FUZZER], env: { UNLEASH_RELEASE_TEMPLATES_LIMIT: '100' } })
  await app.call('POST', FEATURES, { body: { name: FLAG } })
  await app.call('POST', `${FEATURES}/${FLAG}/environments/development/strategies`, {
    body: { name: 'default' },
  })
  const tokens = await makeTokens(app, FLAG)
  const people = await makePeople(app, FLAG)
  const releases = await makeReleases(app, FLAG)
  const requests = await makeRequests(app, FLAG)
  const toggles = { [FLAG]: { yes: 1, no: 2 } }
  const bucket = { start: app.clock.now(), stop: app.clock.now(), toggles }
  await app.call('POST', '/api/client/metrics', { body: { appName: 'shop', bucket }, token: BACKEND })
  const cdn = { tokenName: 'cdn', environment: 'development' }
  await app.call('POST', '/api/admin/cdn/tokens', { body: cdn })
  await makeSettings()
  await makeUse(tokens.account, people.ids[0] ?? '', requests.ids[0])
  await app.backend.runJobs()
  Object.assign(values, {
    projectId: 'default',
    project: 'default',
    environment: 'development',
    featureName: FLAG,
    contextField: 'userId',
    roleId: '4',
    groupId: tokens.known.groupId[0],
    templateId: releases.known.templateId[0],
    '/api/admin/api-tokens/': FLAG,
    '/api/admin/environments/': 'development',
    '/api/admin/projects/{projectId}/change-requests/': requests.ids[0],
    '/api/admin/service-account/': String(tokens.account),
    '/api/admin/user-admin/': people.ids[0],
  })
})
afterAll(() => app.stop())

/** Sets up what an instance has of its own: sign-in, provisioning, banners, feedback, charts and a licence. */
async function makeSettings() {
  const post = async (at: string, body: object, more: object = {}) => {
    const { status, body: answer } = await app.call('POST', at, { body, ...more })
    expect([at, status, status < 300 ? '' : answer]).toEqual([at, status, ''])
  }
  await makeBanner(app)
  await makeScimToken(app)
  const provider = 'https://idp.example.com'
  const saml = { entityId: provider, signOnUrl: `${provider}/sso`, signOutUrl: `${provider}/slo` }
  await post('/api/admin/auth/saml/settings', {
    ...saml,
    enabled: true,
    certificate: PROVIDER.certificate,
    spCertificate: PROVIDER.key + PROVIDER.certificate,
    autoCreate: true,
    defaultRootRole: 'Viewer',
    emailDomains: 'example.com',
    enableGroupSyncing: true,
    groupJsonPath: 'groups',
  })
  const oidc = { discoverUrl: provider, clientId: 'halyard', secret: 'a secret' }
  await post('/api/admin/auth/oidc/settings', { ...oidc, enabled: true, acrValues: 'mfa', enablePkce: true })
  await post('/feedback', { category: 'search', positive: 'fast', difficultyScore: 2 }, { as: 'fuzzer' })
  const chart = { metricName: 'orders', timeRange: 'day', aggregationMode: 'sum', yAxisMin: 'zero' }
  const at = '/api/admin/impact-metrics/config'
  await post(at, { ...chart, labelSelectors: {}, title: 'Orders' })
  await post(`/api/admin/projects/default/features/${FLAG}/impact-metrics/config`, {
    ...chart,
    labelSelectors: {},
  })
  await post('/api/admin/license', { token: 'a-licence-key' })
  await app.call('POST', '/auth/simple/login', {
    token: null,
    body: { username: 'nobody', password: 'wrong' },
  })
}

/** Brings about what only happens in an instance that is used: reviews, a schedule, notifications, Edge, roles. */
async function makeUse(account: number, person: string, request: string | undefined) {
  const send = async (method: string, at: string, body?: object, more: object = {}) => {
    const answer = await app.call(method, at, { ...(body ? { body } : {}), ...more })
    const { status } = answer
    expect([at, status, status < 300 ? '' : answer.body]).toEqual([at, status, ''])
  }
  const fuzzer = { as: 'fuzzer' }
  const { user } = (await app.call('GET', '/api/admin/user', fuzzer)).body as { user: { id: number } }
  const project = '/api/admin/projects/default'
  await send('PUT', `${project}/change-requests/${request}/approvers`, { reviewers: [user.id] })
  const state = (body: object, more = {}) =>
    send('PUT', `${project}/change-requests/${request}/state`, body, more)
  await state({ state: 'Approved' }, fuzzer)
  await state({
    state: 'Scheduled',
    scheduledAt: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
  })
  await send('POST', `${FEATURES}/${FLAG}/favorites`, undefined, fuzzer)
  await send('POST', `${FEATURES}/${FLAG}/environments/production/on`)
  await send('POST', `${project}/access`, { roles: [4], groups: [], users: [Number(person), account] })
  await send('PUT', `/api/admin/user-admin/${person}`, { rootRole: 2 })
  await send('PUT', `/api/admin/service-account/${account}`, { name: 'Robot', rootRole: 2 })
  const latency = { avg: 12, count: 3, p99: 20 }
  const polls = [{ meteredGroup: 'shop', dataPoints: [{ interval: [0, 15_000], requests: 5760 }] }]
  const report = {
    identifier: 'edge-1',
    appName: 'unleash-edge',
    edgeVersion: '20.1.0',
    started: '2026-11-21T11:00:00Z',
    traffic: { get: { '/api/client/features': latency }, post: {}, accessDenied: {}, cachedResponses: {} },
    latencyUpstream: { features: latency, metrics: latency, edge: latency },
    connectedStreamingClients: 3,
    connectedEdges: [],
    connectionConsumptionSinceLastReport: { features: polls, metrics: polls },
  }
  await send('POST', '/api/client/metrics/edge', report, { token: BACKEND })
}

/** GETs that hold nothing in any instance, with the reason. All others have content here. */
const EMPTY: Readonly<Record<string, string>> = {
  '/api/admin/invoices': 'nothing is sold',
  '/api/admin/invoices/list': 'nothing is sold',
  '/api/admin/impact-metrics/plausible': 'no instance is connected to Plausible',
}

/** Tells whether an answer holds nothing that its shape could be checked by: no body, or nothing but an empty list. */
function isEmpty(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return body === undefined || body === ''
  if (Array.isArray(body)) return body.length === 0
  const values: unknown[] = Object.values(body)
  const lists = values.filter(Array.isArray)
  // single items have many properties, some of which may be empty lists
  return values.length <= 4 && lists.length > 0 && lists.every((list) => list.length === 0)
}

const QUERIES: Readonly<Record<string, string>> = {
  '/api/admin/metrics/connection': PERIOD,
  '/api/admin/metrics/request': PERIOD,
  '/api/admin/user-admin/search': `?q=${FLAG}`,
  '/api/admin/projects/{projectId}/change-requests/scheduled': `?feature=${FLAG}`,
}

const urlOf = (at: string) =>
  at
    .replace(
      /\{(\w+)\}/g,
      (_, name: string, index: number) => values[at.slice(0, index)] ?? values[name] ?? 'x',
    )
    .concat(QUERIES[at] ?? '')

describe('a GET of the published Enterprise document', () => {
  it.each(GETS)('%s answers in the published shape', async (at) => {
    const operation = served.get(keyOf(at))!
    const isClient = at.startsWith('/api/client')
    const { status, body } = await app.call(
      'GET',
      urlOf(at),
      isClient ? { token: BACKEND } : { as: 'fuzzer' },
    )
    expect([at, status, status < 300 ? '' : body]).toEqual([at, expect.toSatisfy((n: number) => n < 300), ''])
    expect(publishedProblems(operation, status, body)).toEqual([])
    // an empty list fits every shape
    expect([at, isEmpty(body)]).toEqual([at, EMPTY[at] !== undefined])
  })

  it('is in the document 63 times', () => {
    expect(Object.values(PUBLISHED).filter(({ method }) => method === 'GET')).toHaveLength(63)
    console.log(`enterprise: ${GETS.length} of 62 GETs validated, beside the stream`)
  })
})
