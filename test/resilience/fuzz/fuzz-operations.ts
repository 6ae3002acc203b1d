import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { successStatuses, type Operation } from '#shared/contract/index.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { findFreePort } from '#main/cli/port-owner.ts'
import { FUZZER, fuzzOperation, neverAccepted, TOKEN } from './fuzz-operation.ts'
import {
  makeActions,
  makeAddon,
  makeBanner,
  makeFailure,
  makePeople,
  makeReleases,
  makeRemote,
  makeRequests,
  makeScim,
  makeSignals,
  makeTokens,
} from './stored-entities.ts'
import { ACCEPTED_QUERIES, EXAMPLES } from './examples.ts'
import { deletePolicy, getPolicies } from '#shared/changes/contract/policies.ts'
import { toggleMaintenance } from '#shared/instance/contract/maintenance.ts'
import { reviveProject, createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { addEnvironmentToProject } from '#shared/projects/contract/project-environments.ts'
import { createEnvironment } from '#shared/projects/contract/environment-lifecycle.ts'
import { createFeature, archiveFeature, getFeature } from '#shared/flags/contract/features.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { createContextField } from '#shared/flags/contract/context.ts'
import { createContextFieldForProject } from '#shared/flags/contract/project-context.ts'
import { createStrategy } from '#shared/flags/contract/strategy-types.ts'
import { createTagType } from '#shared/flags/contract/tags.ts'
import { addTag } from '#shared/flags/contract/feature-tags.ts'
import { addFeatureDependency } from '#shared/flags/contract/dependencies.ts'
import { createFeatureLink } from '#shared/flags/contract/links.ts'
import { createRole } from '#shared/access/contract/roles.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'
import { registerClientApplication } from '#shared/clients/contract/client-api.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { PREPARED } from './preparations.ts'

const PROJECT = '/api/admin/projects/default/features'
/** Likely values for parameters and properties, by name. */
const KNOWN: Record<string, string[]> = {
  projectId: ['default'],
  project: ['default'],
  projects: ['default'],
  environment: ['development'],
  environmentId: ['development'],
  tokenName: ['a token'],
  name: ['default', 'flexibleRollout', 'a-new-name'],
  include: ['project', 'root'],
  type: ['simple'],
  value: ['important', '1'],
  url: ['https://example.com'],
  flag: ['a-new-name'],
  appName: ['app'],
  environments: ['development'],
  audience: ['everybody', 'user:1'],
  newProjectId: ['default'],
  rootRole: ['1', '2', '3', 'Viewer'],
  password: ['Str0ng-Passw0rd-11', 'Str0ng-Passw0rd-22'],
  roles: ['4', '5', '6'],
  users: ['1', '2'],
  userId: ['1', '2'],
  reviewers: ['1', '2'],
  frontendApiOrigins: ['*', 'https://example.com'],
  contract: ['6', '5.6'],
  strict: ['8'],
}
/** Likely values for one operation only. */
const KNOWN_OF: Record<string, Record<string, string[]>> = {
  getConnectionsForPeriod: { from: ['2026-11-01'], to: ['2026-11-30'] },
  getRequestsForPeriod: { from: ['2026-11-01'], to: ['2026-11-30'] },
  getInstanceInsights: { from: ['2026-11-01'], to: ['2026-11-30'] },
  getEmailPreview: { format: ['html', 'text'], template: ['test-message', 'reset-password'] },
  addDefaultStrategyToProjectEnvironment: { name: ['flexibleRollout'] },
}
/** Operations that need a secret nobody can guess. */
const NEEDS_SECRET = [
  'login',
  'redeemSignInLink',
  'streamFlagChanges',
  'updateApiToken',
  'edgeCreateOrReturnTokens',
  'validateToken',
  'changeMyPassword',
  'deleteUserSession',
]
/** Operations that need many matching values: tested more often. */
const MANY_PARTS = [
  'createActions',
  'updateActions',
  'backtestActions',
  'getBlastRadius',
  'previewRemotePull',
  'pullRemote',
]
/** Costs a run of all jobs: created only for the operation that needs it. */
let failure: () => Promise<Record<string, string[]>>
const prepare = async (operationId: string) =>
  operationId === 'retryFailedAction'
    ? failure()
    : PREPARED[operationId]?.({
        app,
        featureName: KNOWN['featureName']?.[0] ?? '',
        audiences: KNOWN['audience'] ?? [],
      })
/** Stream that never ends: the fuzz test leaves out the header that opens it. */
const NEEDS_HEADER = ['getStreaming']
const UNLIKELY: readonly string[] = [...NEEDS_SECRET, ...NEEDS_HEADER]
/** Remote of its own: an instance reachable without a network. */
let ownUrl = ''

const LAWLESS = { mode: 'open', featureNaming: { pattern: null }, featureLimit: null, linkTemplates: [] }

/** Number of operations per instance: after more, lists get long and everything gets slow. */
const OPERATIONS_OF_INSTANCE = 30

let app: TestBackend
async function begin(): Promise<TestBackend> {
  const fresh = await startBackend({
    rateLimits: { perMinute: {} },
    env: {
      UNLEASH_ENVIRONMENTS_LIMIT: '10000',
      UNLEASH_PROJECTS_LIMIT: '10000',
      UNLEASH_SIGNAL_ENDPOINTS_LIMIT: '10000',
      UNLEASH_SIGNAL_TOKENS_PER_ENDPOINT_LIMIT: '10000',
      UNLEASH_SEGMENTS_LIMIT: '10000',
      UNLEASH_ACTION_SETS_PER_PROJECT_LIMIT: '10000',
      UNLEASH_RELEASE_TEMPLATES_LIMIT: '100000',
      UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1',
      // without lists: there is nothing to compare and to write
      HALYARD_SCENARIO: 'test/resilience/fuzz/scenario.yaml',
    },
    users: [FUZZER],
  })
  ownUrl = await fresh.backend.listen('auto')
  return fresh
}
/** Opens one listener for all operations that need one: each port is a server. */
async function openPort(): Promise<void> {
  const port = await findFreePort(20_000, '127.0.0.1')
  const added = await app.call('POST', '/api/admin/listeners', { body: { port, contract: '6' } })
  expect(added.status).toBe(201)
  KNOWN['port'] = [String(port)]
}
/**
 * Sends requests made of likely, random and hostile parts to each of these operations: every answer is within the contract, and some
 * are accepted.
 */
export function fuzzOperations(operations: readonly Operation[]): void {
  // reads first: they leave what is prepared as it is
  const ordered = operations.toSorted((a, b) => Number(b.method === 'GET') - Number(a.method === 'GET'))
  beforeAll(async () => {
    app = await begin()
    await openPort()
  })
  let isPrepared = false
  // each operation that writes has its own flag: the previous one may have archived its flag
  let flags = 0
  beforeEach(async () => {
    if (isPrepared) return
    if (flags > 0 && flags % OPERATIONS_OF_INSTANCE === 0) {
      const former = app
      app = await begin()
      app.answers.merge(former.answers)
      await former.stop()
      await openPort()
    }
    const name = `flag-${flags++}`
    // the previous operation may have closed the instance
    await app.call(toggleMaintenance, { body: { enabled: false } })
    // the previous operation may have archived the project, or set naming rules that no flag here matches
    await app.call(reviveProject, { params: { projectId: 'default' } })
    await app.call('PUT', '/api/admin/projects/default/settings', { body: LAWLESS })
    // the previous operation may have made a rule that no flag here keeps
    const { policies } = (await app.call(getPolicies)).body
    for (const policy of policies) await app.call(deletePolicy, { params: { name: policy.name } })
    await app.call(createProject, { body: { id: `${name}-home`, name } })
    // the previous operation may have removed the environment from the project
    await app.call(addEnvironmentToProject, {
      params: { projectId: 'default' },
      body: { environment: 'development' },
    })
    await app.call(createEnvironment, { body: { name: `${name}-env`, type: 'test' } })
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
    const strategies = `${PROJECT}/${name}/environments/development/strategies`
    const { body } = await app.call('POST', strategies, { body: { name: 'default' } })
    const { id } = body as { id: string }
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: `${name}-archived` } })
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: `${name}-archived` } })
    const segment = await app.call(createSegment, { body: { name, constraints: [] } })
    expect(segment.status).toBe(201)
    const { id: segmentId } = segment.body
    await app.call(createContextField, { body: { name: `${name}-field` } })
    await app.call(createContextFieldForProject, {
      params: { projectId: 'default' },
      body: { name: `${name}-own` },
    })
    await app.call(createStrategy, { body: { name: `${name}-kind`, parameters: [] } })
    await app.call(createTagType, { body: { name: `${name}-tags` } })
    await app.call(addTag, { params: { featureName: name }, body: { type: 'simple', value: 'important' } })
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: `${name}-parent` } })
    await app.call(addFeatureDependency, {
      params: { projectId: 'default', child: name },
      body: { feature: `${name}-parent` },
    })
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name: `${name}-alone` } })
    await app.call(createFeatureLink, {
      params: { projectId: 'default', featureName: name },
      body: { url: 'example.com' },
    })
    const detailed = await app.call(getFeature, { params: { projectId: 'default', featureName: name } })
    const [link] = detailed.body.links
    const tokens = await makeTokens(app, name)
    const people = await makePeople(app, name)
    const role = await app.call(createRole, {
      body: { name: `${name}-role`, description: '', permissions: [] },
    })
    const { roles } = role.body
    const requests = await makeRequests(app, name)
    const signals = await makeSignals(app, name)
    const actions = await makeActions(app, name, tokens.account, signals.endpoint)
    const releases = await makeReleases(app, name)
    Object.assign(KNOWN_OF, await makeRemote(app, name, ownUrl), await makeAddon(app, ownUrl))
    Object.assign(KNOWN_OF, await makeBanner(app))
    for (const id of ['subscribeEmailSubscription', 'unsubscribeEmailSubscription'])
      KNOWN_OF[id] = { subscription: ['productivity-report'] }
    KNOWN_OF['evaluateFlag'] = { key: [name] }
    KNOWN_OF['getSegmentBlastRadius'] = { id: [String(segmentId)] }
    Object.assign(KNOWN, {
      ...tokens.known,
      ...people.known,
      ...requests.known,
      ...signals.known,
      ...actions.known,
      ...releases.known,
      token: [...tokens.known.token, ...people.tokens],
      roleId: [String(roles.id)],
      projectId: ['default', 'default', 'default', `${name}-home`],
      contextField: [`${name}-field`, `${name}-own`],
      strategyName: [`${name}-kind`],
      name: [
        'default',
        'default',
        'default',
        'flexibleRollout',
        'a-new-name',
        `${name}-kind`,
        `${name}-tags`,
        `${name}-env`,
      ],
      child: [name, `${name}-alone`],
      parent: [`${name}-parent`],
      feature: [`${name}-parent`],
      linkId: [link?.id ?? ''],
      featureName: [name, name, name, name, `${name}-archived`],
      features: [name, `${name}-archived`],
      strategyId: [id],
      id: [
        id,
        String(segmentId),
        'release',
        String(flags),
        ...tokens.ids,
        ...people.ids,
        ...requests.ids,
        ...signals.ids,
        ...actions.ids,
      ],
    })
    const scim = await makeScim(app, name)
    TOKEN.scim = scim.token
    Object.assign(KNOWN_OF, releases.knownOf, signals.knownOf, actions.knownOf, scim.knownOf)
    failure = () => makeFailure(app, name, tokens.account, signals)
    TOKEN.signal = signals.token
    await app.call(getFrontendFeatures, { token: FRONTEND })
    const application = {
      appName: 'app',
      strategies: ['default'],
      started: new Date().toISOString(),
      interval: 15,
    }
    const registered = await app.call(registerClientApplication, { token: BACKEND, body: application })
    expect(registered.status).toBe(202)
    const on = await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: name, environment: 'development' },
    })
    expect(on.status).toBe(200)
    isPrepared = true
  })
  afterAll(async () => {
    expect(neverAccepted(app, operations).filter((id) => !UNLIKELY.includes(id))).toEqual([])
    await app.stop()
  })

  describe.each(ordered.map((operation) => [operation.operationId, operation] as const))(
    '%s',
    (operationId, operation) => {
      it('answers every input within its contract', async () => {
        isPrepared = operation.method === 'GET' && !(operationId in PREPARED)
        const known = { ...KNOWN, ...KNOWN_OF[operationId], ...(await prepare(operationId)) }
        const hasExample = operationId in EXAMPLES || operationId in ACCEPTED_QUERIES
        await fuzzOperation(app, operation, known, {
          often: MANY_PARTS.includes(operationId) ? 4 : 1,
          isLikely: !UNLIKELY.includes(operationId) && !hasExample,
        })
        const example = EXAMPLES[operationId]?.(KNOWN['featureName']?.[0] ?? '')
        const query = ACCEPTED_QUERIES[operationId]
        if (example === undefined && query === undefined) return
        const at = operation.path
          .replace(':projectId', 'default')
          .replace(':environment', 'development')
          .replace(':id', known['id']?.[0] ?? '')
          .replace(':signalEndpointId', known['signalEndpointId']?.[0] ?? '')
          .replace(':roleId', known['roleId']?.[0] ?? '')
          .replace(':name', known['name']?.[0] ?? '')
        const by = operation.audience === 'admin' ? { as: 'fuzzer' } : { token: TOKEN[operation.audience] }
        const { status, text } = await app.call(operation.method, query ? `${at}?${query}` : at, {
          ...by,
          ...(example === undefined ? {} : { body: example }),
        })
        expect(successStatuses(operation), text).toContain(status)
      })
    },
  )
}

/** The instance that is fuzzed. */
export const fuzzedApp = (): TestBackend => app
