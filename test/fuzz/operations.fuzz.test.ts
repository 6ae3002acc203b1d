import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { hasBody, OPERATIONS, successStatuses, type Operation } from '../../src-shared/contract/index.ts'
import type { ReleasePlan, ReleasePlanTemplate } from '../../src-shared/schemas/release-plan.ts'
import type { ChangeRequest } from '../../src-shared/schemas/change-request.ts'
import { actionSet, createSet, switching } from '../support/actions.ts'
import { minimalBody } from '../support/minimal-body.ts'
import { ADMIN, FRONTEND, startBackend, type TestBackend } from '../support/start-backend.ts'
import { findFreePort } from '../../src-main/bootstrap/port-owner.ts'
import { FUZZER, fuzzOperation, neverAccepted, TOKEN } from './fuzz-operation.ts'

const PROJECT = '/api/admin/projects/default/features'
/** What parameters and properties of these names may well hold. */
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
/** What only one operation takes. */
const KNOWN_OF: Record<string, Record<string, string[]>> = {
  addDefaultStrategyToProjectEnvironment: { name: ['flexibleRollout'] },
}
/** These want a secret that nobody guesses. */
const NEEDS_SECRET = [
  'login',
  'redeemSignInLink',
  'updateApiToken',
  'edgeCreateOrReturnTokens',
  'validateToken',
  'changeMyPassword',
  'deleteUserSession',
]
/** Much has to fit together: these are asked more often. */
const MANY_PARTS = [
  'createActions',
  'updateActions',
  'backtestActions',
  'getBlastRadius',
  'previewRemotePull',
  'pullRemote',
]
/** Too much has to fit together for chance to find it: asked once more with this, by the name of a flag. */
const EXAMPLES: Record<string, (flag: string) => unknown> = {
  validateImport: () => minimalBody(operationOf('validateImport')),
  importToggles: () => minimalBody(operationOf('importToggles')),
  getBlastRadius: (feature) => ({ changes: [{ action: 'archiveFeature', feature }] }),
}
/** This never ends: the fuzz asks without the header that opens it. */
const NEEDS_HEADER = ['getStreaming']
/** Its own remote: an instance that can be asked without a network. */
let ownUrl = ''

const LAWLESS = { mode: 'open', featureNaming: { pattern: null }, featureLimit: null, linkTemplates: [] }

/** So many operations leave so much behind that lists get long, and everything slow: then an instance begins anew. */
const OPERATIONS_OF_INSTANCE = 30

function operationOf(id: string): Operation {
  const found = OPERATIONS.find(({ operationId }) => operationId === id)
  if (!found) throw new Error(`there is no operation ${id}`)
  return found
}

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
    },
    users: [FUZZER],
  })
  ownUrl = await fresh.backend.listen('auto')
  return fresh
}
/** A port is a server: one is enough for all that is asked of it. */
async function openPort(): Promise<void> {
  const port = await findFreePort(20_000, '127.0.0.1')
  const added = await app.call('POST', '/api/admin/listeners', { body: { port, contract: '6' } })
  expect(added.status).toBe(201)
  KNOWN['port'] = [String(port)]
}
beforeAll(async () => {
  app = await begin()
  await openPort()
})
// each operation has a flag of its own: the one before may have archived its
let flags = 0
beforeEach(async () => {
  if (flags > 0 && flags % OPERATIONS_OF_INSTANCE === 0) {
    const former = app
    app = await begin()
    app.answers.merge(former.answers)
    await former.stop()
    await openPort()
  }
  const name = `flag-${flags++}`
  // the one before may have closed the instance
  await app.call('POST', '/api/admin/maintenance', { body: { enabled: false } })
  // the one before may have archived the project, or given it rules that no flag here fits
  await app.call('POST', '/api/admin/projects/revive/default')
  await app.call('PUT', '/api/admin/projects/default/settings', { body: LAWLESS })
  await app.call('POST', '/api/admin/projects', { body: { id: `${name}-home`, name } })
  // ... and it may have taken this out
  await app.call('POST', '/api/admin/projects/default/environments', { body: { environment: 'development' } })
  await app.call('POST', '/api/admin/environments', { body: { name: `${name}-env`, type: 'test' } })
  await app.call('POST', PROJECT, { body: { name } })
  const strategies = `${PROJECT}/${name}/environments/development/strategies`
  const { body } = await app.call('POST', strategies, { body: { name: 'default' } })
  const { id } = body as { id: string }
  await app.call('POST', PROJECT, { body: { name: `${name}-archived` } })
  await app.call('DELETE', `${PROJECT}/${name}-archived`)
  const segment = await app.call('POST', '/api/admin/segments', { body: { name, constraints: [] } })
  expect(segment.status).toBe(201)
  const { id: segmentId } = segment.body as { id: number }
  await app.call('POST', '/api/admin/context', { body: { name: `${name}-field` } })
  await app.call('POST', '/api/admin/projects/default/context', { body: { name: `${name}-own` } })
  await app.call('POST', '/api/admin/strategies', { body: { name: `${name}-kind`, parameters: [] } })
  await app.call('POST', '/api/admin/tag-types', { body: { name: `${name}-tags` } })
  await app.call('POST', `/api/admin/features/${name}/tags`, { body: { type: 'simple', value: 'important' } })
  await app.call('POST', PROJECT, { body: { name: `${name}-parent` } })
  await app.call('POST', `${PROJECT}/${name}/dependencies`, { body: { feature: `${name}-parent` } })
  await app.call('POST', PROJECT, { body: { name: `${name}-alone` } })
  await app.call('POST', `${PROJECT}/${name}/link`, { body: { url: 'example.com' } })
  const detailed = await app.call('GET', `${PROJECT}/${name}`)
  const [link] = (detailed.body as { links: { id: string }[] }).links
  const tokens = await makeTokens(name)
  const people = await makePeople(name)
  const role = await app.call('POST', '/api/admin/roles', { body: { name: `${name}-role` } })
  const { roles } = role.body as { roles: { id: number } }
  const requests = await makeRequests(name)
  const signals = await makeSignals(name)
  const actions = await makeActions(name, tokens.account, signals.endpoint)
  const releases = await makeReleases(name)
  Object.assign(KNOWN_OF, await makeRemote(name), await makeAddon())
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
  Object.assign(KNOWN_OF, releases.knownOf)
  await app.call('GET', '/api/frontend', { token: FRONTEND })
  const on = await app.call('POST', `${PROJECT}/${name}/environments/development/on`)
  expect(on.status).toBe(200)
})
afterAll(async () => {
  const unlikely = [...NEEDS_SECRET, ...NEEDS_HEADER]
  expect(neverAccepted(app, OPERATIONS).filter((id) => !unlikely.includes(id))).toEqual([])
  await app.stop()
})

/** A group, a service account and tokens of each kind, to be found by the operation. */
async function makeTokens(name: string) {
  const made = async (at: string, body: object, as: object = {}) =>
    (await app.call('POST', `/api/admin/${at}`, { body, ...as })).body as { id: number; secret: string }
  const group = await made('groups', { name })
  const account = await made('service-account', { name, username: name, rootRole: 3 })
  const lasting = { description: name, expiresAt: '2099-01-01T00:00:00.000Z' }
  const ofAccount = await made(`service-account/${account.id}/token`, lasting)
  const ofProject = await made('projects/default/api-tokens', { tokenName: name, type: 'backend' })
  const fuzzer = { as: 'fuzzer' }
  const { body } = await app.call('GET', '/api/admin/user/tokens', fuzzer)
  for (const { id } of (body as { pats: { id: number }[] }).pats)
    await app.call('DELETE', `/api/admin/user/tokens/${id}`, fuzzer)
  const own = await made('user/tokens', lasting, fuzzer)
  return {
    account: account.id,
    ids: [String(account.id), String(own.id)],
    known: { groupId: [String(group.id)], tokenId: [String(ofAccount.id)], token: [ofProject.secret] },
  }
}

/** The instance as its own remote; what is pulled is a project without flags. */
async function makeRemote(name: string) {
  const { body } = await app.call('POST', '/api/admin/remotes', { body: { name, url: ownUrl } })
  const id = [String((body as { id: number }).id)]
  // nobody guesses it: it is held
  const held = { token: ADMIN, remember: true }
  expect((await app.call('POST', `/api/admin/remotes/${id[0]}/check`, { body: held })).status).toBe(200)
  const place = { name: [name, `${name}-other`], url: [ownUrl] }
  const pull = { id, project: [`${name}-home`], environment: ['development'] }
  return {
    createRemote: place,
    updateRemote: { id, ...place },
    deleteRemote: { id },
    forgetRemoteToken: { id },
    checkRemote: { id },
    previewRemotePull: pull,
    pullRemote: pull,
  }
}

/** An integration that leads to the instance itself. */
async function makeAddon() {
  const parameters = { url: `${ownUrl}/hook` }
  const body = { provider: 'webhook', enabled: true, parameters, events: ['feature-created'] }
  const made = await app.call('POST', '/api/admin/addons', { body })
  expect(made.status).toBe(201)
  const id = [String((made.body as { id: number }).id)]
  const sent = [
    parameters,
    { ...parameters, customHeaders: '{"x":"y"}' },
    { url: '*****' },
    { accessToken: 'x' },
  ]
  const content = {
    provider: ['webhook', 'webhook', 'slack-app', 'datadog'],
    parameters: sent.map((one) => JSON.stringify(one)),
  }
  return {
    createAddon: content,
    updateAddon: { ...content, id },
    getAddon: { id },
    deleteAddon: { id },
    getIntegrationEvents: { id },
  }
}

/** A set of actions of the account, for signals of the endpoint. */
async function makeActions(name: string, account: number, endpoint: number) {
  const actions = [switching('ON', name)]
  const { id } = await createSet(app, { ...actionSet(endpoint, account, { actions }), name })
  const known = { sourceId: [String(endpoint)], actorId: [String(account)], tag: ['simple:important'] }
  const place = { projectId: ['default'], name: [`${name}-renamed`] }
  Object.assign(KNOWN_OF, {
    createActions: place,
    backtestActions: place,
    updateActions: { ...place, id: [String(id)] },
  })
  return { ids: [String(id), String(id)], known }
}

/** A person, and the links by which that one and others come in. */
async function makePeople(name: string) {
  const email = `${name}@example.com`
  const person = await app.call('POST', '/api/admin/user-admin', { body: { email, rootRole: 3 } })
  const { id, inviteLink } = person.body as { id: number; inviteLink: string }
  const link = await app.call('POST', '/api/admin/invite-link/tokens', {
    body: { name, expiresAt: '2099-01-01T00:00:00.000Z' },
  })
  const { secret } = link.body as { secret: string }
  return {
    ids: [String(id), email],
    tokens: [secret, inviteLink.split('token=')[1] ?? ''],
    known: { email: [email, `new-${email}`] },
  }
}

/** Change requests of both who call: one in review, one a draft, each with a change. */
async function makeRequests(name: string) {
  await app.backend.store.queries.deleteFrom('change_requests').execute()
  const environment = '/api/admin/projects/default/environments/development/change-requests'
  const configured = await app.call('PUT', `${environment}/config`, { body: { changeRequestsEnabled: true } })
  expect(configured.status).toBe(200)
  const ids: string[] = []
  const changes: string[] = []
  for (const as of [{}, { as: 'fuzzer' }]) {
    const body = { action: 'updateEnabled', feature: name, payload: { enabled: false } }
    const made = (await app.call('POST', environment, { body, ...as })).body as ChangeRequest
    ids.push(String(made.id))
    changes.push(String(made.features[0]?.changes[0]?.id))
  }
  await app.call('PUT', `/api/admin/projects/default/change-requests/${ids[0]}/state`, {
    body: { state: 'In review' },
  })
  return { ids: [...ids, ...ids, ...ids], known: { changeRequestId: ids, changeId: changes } }
}

/** A signal endpoint with a token, and a signal that came with it. */
async function makeSignals(name: string) {
  const made = async (at: string, body: object) =>
    (await app.call('POST', `/api/admin/signal-endpoints${at}`, { body })).body as { id: number }
  const { id } = await made('', { name })
  const token = (await made(`/${id}/tokens`, { name })) as { id: number; token: string }
  TOKEN.signal = token.token
  KNOWN_OF['callSignalEndpoint'] = { name: [name] }
  const { body } = await app.call('POST', `/api/signal-endpoint/${name}`, { token: token.token })
  const [signal] = (body as { signals: { id: number }[] }).signals
  return {
    endpoint: id,
    ids: [id, token.id, signal?.id].map(String),
    known: { signalEndpointId: [String(id)] },
  }
}

/** A release template, and a plan made from it, with a progression and safeguards. */
async function makeReleases(name: string) {
  const strategies = [{ name: 'default', sortOrder: 0 }]
  const milestones = [0, 1].map((sortOrder) => ({ name: `${sortOrder}`, sortOrder, strategies }))
  const made = await app.call('POST', '/api/admin/release-plan-templates', { body: { name, milestones } })
  const template = made.body as ReleasePlanTemplate
  const here = `${PROJECT}/${name}/environments/development`
  const added = await app.call('POST', `${here}/release-plans`, { body: { templateId: template.id } })
  const plan = added.body as ReleasePlan
  const impactMetric = { metricName: 'x', timeRange: 'hour', aggregationMode: 'avg', labelSelectors: {} }
  const body = { impactMetric, triggerCondition: { operator: '>', threshold: 1 } }
  const ids: string[] = []
  for (const path of [`${here}/release-plans/${plan.id}/safeguards`, `${here}/safeguards`])
    ids.push(((await app.call('PUT', path, { body })).body as { id: string }).id)
  const ofTemplate = {
    milestoneId: template.milestones.map((one) => one.id),
    strategyId: template.milestones.flatMap((one) => one.strategies.map((strategy) => strategy.id)),
  }
  return {
    known: {
      templateId: [template.id],
      planId: [plan.id],
      milestoneId: plan.milestones.map((one) => one.id),
      sourceMilestoneId: [plan.milestones[0]?.id ?? ''],
      targetMilestone: [plan.milestones[1]?.id ?? ''],
      safeguardId: ids,
    },
    knownOf: {
      addReleasePlan: { featureName: [`${name}-alone`] },
      updateReleasePlanTemplate: { id: [template.id] },
      updateReleasePlanTemplateMilestone: ofTemplate,
      deleteReleasePlanTemplateMilestone: ofTemplate,
      addReleasePlanTemplateStrategy: ofTemplate,
      updateReleasePlanTemplateStrategy: ofTemplate,
      deleteReleasePlanTemplateStrategy: ofTemplate,
      updateMilestoneStrategy: {
        strategyId: plan.milestones.flatMap((one) => one.strategies.map((strategy) => strategy.id)),
      },
    },
  }
}

describe.each(OPERATIONS.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (operationId, operation) => {
    it('answers whatever it is asked, by its contract', { timeout: 120_000 }, async () => {
      const known = { ...KNOWN, ...KNOWN_OF[operationId] }
      await fuzzOperation(app, operation, known, { often: MANY_PARTS.includes(operationId) ? 4 : 1 })
      const example = EXAMPLES[operationId]?.(KNOWN['featureName']?.[0] ?? '')
      if (example === undefined) return
      const at = operation.path.replace(':projectId', 'default')
      const { status, text } = await app.call(operation.method, at, { as: 'fuzzer', body: example })
      expect(successStatuses(operation), text).toContain(status)
    })
  },
)

describe('bytes that are not a request', () => {
  it('are refused, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...OPERATIONS.filter(hasBody)),
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json().map((text) => text.slice(0, -1)),
        ),
        async (operation, raw) => {
          const { status, text } = await app.call(
            operation.method,
            operation.path.replace(/:\w+/g, 'default'),
            {
              token: TOKEN[operation.audience],
              raw,
              headers: { 'content-type': 'application/json' },
            },
          )
          expect(status, text).toBeGreaterThanOrEqual(200)
          expect(status, text).toBeLessThan(500)
        },
      ),
      { numRuns: 300, seed: 7 },
    )
  })
})
