import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { OPERATIONS } from '../../src-shared/contract/index.ts'
import { FUZZER } from '../fuzz/fuzz-operation.ts'
import { makePeople, makeReleases, makeRequests, makeTokens } from '../fuzz/stored-entities.ts'
import { root } from '../support/root.ts'
import { BACKEND, startBackend, type TestBackend } from '../support/start-backend.ts'
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

const QUERIES: Readonly<Record<string, string>> = {
  '/api/admin/metrics/connection': PERIOD,
  '/api/admin/metrics/request': PERIOD,
  '/api/admin/user-admin/search': '?q=a',
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
  })

  it('is in the document 63 times', () => {
    expect(Object.values(PUBLISHED).filter(({ method }) => method === 'GET')).toHaveLength(63)
    console.log(`enterprise: ${GETS.length} of 62 GETs validated, beside the stream`)
  })
})
