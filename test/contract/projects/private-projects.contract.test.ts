import { describe, expect, it } from 'vitest'

import { hasBody, OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { SERVED_OPERATIONS } from '#support/service/contract-of.ts'
import { minimalBody } from '#support/service/minimal-body.ts'
import { QUERIES } from '#support/stages/permission-stage.ts'
import {
  PRIVATE_WORD,
  PRIVATE_PROJECT_USERS,
  NONE,
  usePrivateProject,
  withoutNames,
} from '#support/service/private-project.ts'
import type { Call } from '#support/service/start-backend.ts'
import { listParentVariantOptions } from '#shared/flags/contract/dependencies.ts'

/** Visibility of a private project: nobody else learns of it (docs/contract/projects.md#collaboration-modes). */
const stage = usePrivateProject()

const CONTEXT = { appName: 'shop', userId: '1' }
/** Operations over all projects: their requests, and the private project's words in the responses. */
const LISTS: readonly [string, string, string, unknown?][] = [
  ['getProjects', 'GET', '/api/admin/projects'],
  ['searchFeatures', 'GET', '/api/admin/search/features'],
  ['searchFeatures, of the project', 'GET', `/api/admin/search/features?project=IS:${PRIVATE_WORD}`],
  ['searchFeatures, archived', 'GET', '/api/admin/search/features?archived=IS:true'],
  ['searchFeatures, favourites first', 'GET', '/api/admin/search/features?favoritesFirst=true'],
  ['searchFeatures, by tag', 'GET', '/api/admin/search/features?tag=INCLUDE:simple:payments'],
  ['searchFeatures, by segment', 'GET', `/api/admin/search/features?segment=INCLUDE:${PRIVATE_WORD}-segment`],
  ['searchEvents', 'GET', '/api/admin/search/events?limit=1000'],
  ['searchEvents, of the project', 'GET', `/api/admin/search/events?project=IS:${PRIVATE_WORD}`],
  ['searchEvents, of the flag', 'GET', `/api/admin/search/events?feature=IS:${PRIVATE_WORD}-flag`],
  ['searchEvents, by text', 'GET', `/api/admin/search/events?query=${PRIVATE_WORD}-flag`],
  ['searchEvents, of tokens', 'GET', '/api/admin/search/events?type=IS:api-token-created'],
  ['searchChangeRequests', 'GET', '/api/admin/search/change-requests'],
  ['getSegments', 'GET', '/api/admin/segments'],
  ['getContextFields', 'GET', '/api/admin/context?include=project'],
  ['getStrategiesByContextField', 'GET', '/api/admin/context/userId/strategies'],
  ['getApplication', 'GET', '/api/admin/metrics/applications/shop'],
  ['getPlayground', 'POST', '/api/admin/playground', { environment: 'production', context: CONTEXT }],
  [
    'getPlayground, of all projects',
    'POST',
    '/api/admin/playground',
    { environment: 'production', projects: '*', context: CONTEXT },
  ],
  [
    'getAdvancedPlayground',
    'POST',
    '/api/admin/playground/advanced',
    { environments: ['production'], projects: '*', context: CONTEXT },
  ],
  [
    'getPastPlayground',
    'POST',
    '/api/halyard/playground',
    { environments: ['production'], projects: '*', at: '2026-11-21T12:00:00.000Z', context: CONTEXT },
  ],
  [
    'findResultChanges, of the project',
    'POST',
    '/api/halyard/result-changes',
    { environment: 'production', project: PRIVATE_WORD },
  ],
  [
    'exportFeatures',
    'POST',
    '/api/admin/features-batch/export',
    { environment: 'production', tag: 'payments' },
  ],
]
/**
 * Lists requests with names that only the private project has: answered with its data, or as if it did not
 * exist.
 */
const named = (): readonly [string, string, string, unknown?][] => [
  [
    'getPlayground, of the project',
    'POST',
    '/api/admin/playground',
    { environment: 'production', projects: [PRIVATE_WORD], context: CONTEXT },
  ],
  [
    'exportFeatures, of the project',
    'POST',
    '/api/admin/features-batch/export',
    { environment: 'production', project: PRIVATE_WORD },
  ],
  [
    'exportFeatures, of the flag',
    'POST',
    '/api/admin/features-batch/export',
    { environment: 'production', features: [`${PRIVATE_WORD}-flag`] },
  ],
  ['getSegment', 'GET', `/api/admin/segments/${stage.there.segmentId}`],
  [
    'getSegmentBlastRadius',
    'POST',
    `/api/admin/segments/${stage.there.segmentId}/blast-radius`,
    { segment: { name: 'wider', constraints: [] } },
  ],
  ['getSegmentsByStrategyId', 'GET', `/api/admin/segments/strategies/${stage.there.strategyId}`],
  ['getStrategiesBySegmentId', 'GET', `/api/admin/segments/${stage.there.segmentId}/strategies`],
  ['listTags', 'GET', `/api/admin/features/${PRIVATE_WORD}-flag/tags`],
  ['getFeatureUsageSummary', 'GET', `/api/admin/client-metrics/features/${PRIVATE_WORD}-flag`],
  ['getRawFeatureMetrics', 'GET', `/api/admin/client-metrics/features/${PRIVATE_WORD}-flag/raw`],
  ['getEventsForToggle', 'GET', `/api/admin/events/${PRIVATE_WORD}-flag`],
  ['explainFlag', 'GET', `/api/admin/explain?flag=${PRIVATE_WORD}-flag&environment=production`],
  [
    'getPlaygroundForChangeRequest',
    'POST',
    `/api/admin/playground/change-request/${stage.there.requestId}`,
    { context: CONTEXT },
  ],
]

const as = (username: string): Call => (username === 'admin token' ? {} : { as: username })
const EVERYBODY = [...PRIVATE_PROJECT_USERS, { username: 'admin token', sees: true }]

describe.each(EVERYBODY)('for $username', ({ username, sees }) => {
  it.each(LISTS)(`%s ${sees ? 'tells' : 'does not tell'} of it`, async (_id, method, path, body) => {
    const answer = await stage.app.call(method, path, {
      ...as(username),
      ...(body === undefined ? {} : { body }),
    })
    expect([answer.status, withoutQuestion(answer.body).includes(PRIVATE_WORD)]).toEqual([200, sees])
  })

  it('a hidden item requested by name looks like one that never existed', async () => {
    for (const [id, method, path, body] of named()) {
      const call = (name: string) => {
        const asked = JSON.stringify({ path, body })
          .replaceAll(`${PRIVATE_WORD}`, name)
          .replace(stage.there.strategyId, 'nope')
        const { path: url, body: sent } = JSON.parse(asked) as { path: string; body?: unknown }
        const numbered = url.replace(/(segments|change-request)\/\d+/, '$1/99999')
        return stage.app.call(method, numbered, {
          ...as(username),
          ...(sent === undefined ? {} : { body: sent }),
        })
      }
      const answer = await stage.app.call(method, path, {
        ...as(username),
        ...(body === undefined ? {} : { body }),
      })
      if (sees) expect([id, answer.status]).toEqual([id, 200])
      else {
        const unknown = await call('shhh')
        const shown = answer.text
          .replaceAll(PRIVATE_WORD, 'shhh')
          .replace(/\d+/g, 'n')
          .replace(/"id":"[^"]*"/, '')
        expect([id, answer.status, shown]).toEqual([
          id,
          unknown.status,
          unknown.text.replace(/\d+/g, 'n').replace(/"id":"[^"]*"/, ''),
        ])
      }
    }
  })
})

/** Removes from a response the parts that repeat the request. */
function withoutQuestion(body: unknown): string {
  const { input: _input, ...rest } = body as { input?: unknown }
  return JSON.stringify(Array.isArray(body) ? body : rest)
}

const urlOf = ({ path }: Operation, values: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'x')
const inProject = SERVED_OPERATIONS.filter(
  ({ audience, path }) => audience === 'admin' && /:(projectId|project)\b/.test(path),
)

describe('the operations below the project', () => {
  const values = () => ({
    projectId: PRIVATE_WORD,
    project: PRIVATE_WORD,
    featureName: `${PRIVATE_WORD}-flag`,
    child: `${PRIVATE_WORD}-child`,
    parent: `${PRIVATE_WORD}-flag`,
    environment: 'production',
    contextField: `${PRIVATE_WORD}Field`,
    strategyId: stage.there.strategyId,
    token: stage.there.token,
    id: String(stage.there.requestId),
    changeRequestId: String(stage.there.requestId),
    changeId: '1',
    userId: '1',
    groupId: '1',
  })
  const ask = (
    operation: Operation,
    username: string,
    project = PRIVATE_WORD,
    body: unknown = minimalBody(operation),
  ) =>
    stage.app.call(
      operation.method,
      urlOf(operation, values()).replaceAll(PRIVATE_WORD, project) + (QUERIES[operation.operationId] ?? ''),
      { as: username, ...(hasBody(operation) ? { body } : {}) },
    )
  /** Counts the rows that operations under a project write: a caller who can't see it must write nothing. */
  const countRows = () =>
    Promise.all(
      (
        [
          'events',
          'features',
          'feature_strategies',
          'change_requests',
          'user_roles',
          'api_tokens',
          'projects',
        ] as const
      ).map(
        async (table) =>
          (await stage.app.backend.store.queries.selectFrom(table).selectAll().execute()).length,
      ),
    )

  it('are all covered', () => expect(inProject.length).toBeGreaterThan(90))

  it.each(inProject.map((operation) => [operation.operationId, operation] as const))(
    '%s: answers outsiders as for a project that never existed',
    async (_id, operation) => {
      const before = await countRows()
      for (const username of ['stranger', 'custom root role through group']) {
        const hidden = await ask(operation, username)
        const unknown = await ask(operation, username, NONE)
        expect(withoutNames(hidden)).toEqual(withoutNames(unknown))
      }
      expect(await countRows()).toEqual(before)
    },
  )

  const UNFIT = { name: 7, enabled: 'perhaps', projects: 1, changes: {} }
  it.each(inProject.filter(hasBody).map((operation) => [operation.operationId, operation] as const))(
    '%s: answers outsiders who send what does not fit as for a project that never existed',
    async (_id, operation) => {
      for (const username of ['stranger', 'custom root role through group']) {
        const hidden = await ask(operation, username, PRIVATE_WORD, UNFIT)
        const unknown = await ask(operation, username, NONE, UNFIT)
        expect(withoutNames(hidden)).toEqual(withoutNames(unknown))
      }
    },
  )

  const reading = inProject.filter(({ method, access }) => method === 'GET' && access.kind === 'audience')
  it.each(reading.map((operation) => [operation.operationId, operation] as const))(
    '%s: answers a member',
    async (_id, operation) => {
      expect((await ask(operation, 'member through group')).status).toBe(200)
    },
  )
})

describe('what everybody may read', () => {
  const everywhere = OPERATIONS.filter(
    ({ audience, path, method }) =>
      audience === 'admin' && method === 'GET' && !/:(projectId|project)\b/.test(path),
  )
  const VISIBLE: Record<string, string> = {
    featureName: 'open-flag',
    name: 'open-flag',
    appName: 'shop',
    environment: 'production',
    contextField: 'userId',
    type: 'simple',
    value: 'payments',
    id: '1',
    groupId: '1',
    roleId: '3',
  }
  const OPEN_FLAGS = { featureName: 'open-flag', child: 'open-child', parent: 'open-flag' }

  it.each(everywhere.map((operation) => [operation.operationId, operation] as const))(
    '%s: does not mention the project',
    async (_id, operation) => {
      for (const { username } of PRIVATE_PROJECT_USERS.filter(({ sees }) => !sees)) {
        const query = operation.operationId === 'explainFlag' ? '?flag=open-flag&environment=production' : ''
        const { text } = await stage.app.call(operation.method, urlOf(operation, VISIBLE) + query, {
          as: username,
        })
        expect(text.toLowerCase()).not.toContain(PRIVATE_WORD)
      }
    },
  )

  const reads = OPERATIONS.filter(({ audience, method }) => audience === 'admin' && method === 'GET')
  it.each(reads.map((operation) => [operation.operationId, operation] as const))(
    '%s does not fail while a project is hidden',
    async (_id, operation) => {
      const path = urlOf(operation, { ...VISIBLE, projectId: 'default', project: 'default', ...OPEN_FLAGS })
      for (const { username } of PRIVATE_PROJECT_USERS.filter(({ sees }) => !sees))
        expect((await stage.app.call(operation.method, path, { as: username })).status).toBeLessThan(500)
    },
  )

  it('the variants of a parent are returned while a project is hidden', async () => {
    expect(
      await stage.app.call(listParentVariantOptions, {
        params: { projectId: 'default', parent: 'open-flag' },
        as: 'stranger',
      }),
    ).toMatchObject({ status: 200, body: [] })
  })
})
