import { expect } from 'vitest'

import type { ChangeRequest } from '#shared/changes/schemas/change-request.ts'
import type { FailedAction } from '#shared/signals/schemas/failed-action.ts'
import type { ReleasePlan } from '#shared/flags/schemas/release-plan.ts'
import { actionSet, createSet, switching } from '#support/stages/actions.ts'
import { readSafeguardIds } from '#support/stages/safeguard-ids.ts'
import { ADMIN, type TestBackend } from '#support/service/start-backend.ts'
import { getPats, deletePat } from '#shared/access/contract/personal-tokens.ts'
import { getFailedActions } from '#shared/signals/contract/failed-actions.ts'
import { createUser } from '#shared/access/contract/users.ts'
import { createPublicSignupToken } from '#shared/access/contract/public-signup.ts'
import { updateProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'
import { updateChangeRequestState } from '#shared/changes/contract/change-requests.ts'
import { createReleasePlanTemplate } from '#shared/flags/contract/release-templates.ts'

const PROJECT = '/api/admin/projects/default/features'

type Endpoint = Pick<Awaited<ReturnType<typeof makeSignals>>, 'endpoint' | 'token'>

/** A group, a service account and tokens of each kind, to be found by the operation. */
export async function makeTokens(app: TestBackend, name: string) {
  const made = async (at: string, body: object, as: object = {}) =>
    (await app.call('POST', `/api/admin/${at}`, { body, ...as })).body as { id: number; secret: string }
  const group = await made('groups', { name })
  const account = await made('service-account', { name, username: name, rootRole: 3 })
  const lasting = { description: name, expiresAt: '2099-01-01T00:00:00.000Z' }
  const ofAccount = await made(`service-account/${account.id}/token`, lasting)
  const ofProject = await made('projects/default/api-tokens', { tokenName: name, type: 'backend' })
  const fuzzer = { as: 'fuzzer' }
  const { body } = await app.call(getPats, fuzzer)
  for (const { id } of (body as { pats: { id: number }[] }).pats)
    await app.call(deletePat, { params: { id }, ...fuzzer })
  const own = await made('user/tokens', lasting, fuzzer)
  return {
    account: account.id,
    ids: [String(account.id), String(own.id)],
    known: { groupId: [String(group.id)], tokenId: [String(ofAccount.id)], token: [ofProject.secret] },
  }
}

/** The instance as its own remote; what is pulled is a project without flags. */
export async function makeRemote(app: TestBackend, name: string, url: string) {
  const { body } = await app.call('POST', '/api/admin/remotes', { body: { name, url } })
  const id = [String((body as { id: number }).id)]
  // random input never guesses it, so keep it
  const held = { token: ADMIN, remember: true }
  expect((await app.call('POST', `/api/admin/remotes/${id[0]}/check`, { body: held })).status).toBe(200)
  const place = { name: [name, `${name}-other`], url: [url] }
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

/** A banner, and links that one can have. An earlier one is deleted: there are at most a hundred. */
export async function makeBanner(app: TestBackend) {
  const { body: listed } = await app.call('GET', '/api/admin/banners')
  for (const { id } of (listed as { banners: { id: number }[] }).banners)
    await app.call('DELETE', `/api/admin/banners/${id}`)
  const { status, body } = await app.call('POST', '/api/admin/banners', { body: { message: 'Hello' } })
  expect(status).toBe(201)
  const id = [String((body as { id: number }).id)]
  const link = ['dialog', '/projects/default', 'https://example.com', 'javascript:alert(1)']
  return {
    createBanner: { link },
    updateBanner: { id, link },
    deleteBanner: { id },
    enableBanner: { id },
    disableBanner: { id },
  }
}

/** An integration that leads to the instance itself. */
export async function makeAddon(app: TestBackend, url: string) {
  const parameters = { url: `${url}/hook` }
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
  const test = { provider: ['webhook'], parameters: [JSON.stringify(parameters)] }
  return {
    createAddon: content,
    updateAddon: { ...content, id },
    // a test is sent at once, so send it to the instance itself
    testAddon: { ...test, id },
    testNewAddon: test,
    getAddon: { id },
    deleteAddon: { id },
    getIntegrationEvents: { id },
  }
}

/** A set of actions of the account, for signals of the endpoint. */
export async function makeActions(app: TestBackend, name: string, account: number, endpoint: number) {
  const actions = [switching('ON', name)]
  const { id } = await createSet(app, { ...actionSet(endpoint, account, { actions }), name })
  const known = { sourceId: [String(endpoint)], actorId: [String(account)], tag: ['simple:important'] }
  const place = { projectId: ['default'], name: [`${name}-renamed`] }
  const knownOf = {
    createActions: place,
    backtestActions: place,
    updateActions: { ...place, id: [String(id)] },
    getActionRules: { ...place, id: [String(id)] },
    setActionRules: { ...place, id: [String(id)] },
    getActionSetNotes: { ...place, id: [String(id)] },
  }
  return { ids: [String(id), String(id)], known, knownOf }
}

/** A failed execution of a set of actions, by its number: its action names a flag that is not there. */
export async function makeFailure(app: TestBackend, name: string, account: number, endpoint: Endpoint) {
  const actions = [switching('ON', `${name}-missing`)]
  const { id } = await createSet(app, {
    ...actionSet(endpoint.endpoint, account, { actions }),
    name: `${name}-fails`,
  })
  const sent = await app.call('POST', `/api/signal-endpoint/${name}`, { token: endpoint.token })
  expect(sent.status).toBeLessThan(300)
  // to tell what the fuzzer did to integrations that it made would take a minute
  await app.backend.store.queries.updateTable('addons').set({ enabled: false }).execute()
  await app.backend.runJobs()
  const { body } = await app.call(getFailedActions, { query: { actionSetId: id } })
  const [failure] = (body as { failures: FailedAction[] }).failures
  expect(failure?.id).toBeTypeOf('number')
  return { projectId: ['default'], id: [String(failure?.id)] }
}

/** A person, and the links by which that one and others come in. */
export async function makePeople(app: TestBackend, name: string) {
  const email = `${name}@example.com`
  const person = await app.call(createUser, { body: { email, rootRole: 3 } })
  const { id, inviteLink } = person.body as { id: number; inviteLink: string }
  const link = await app.call(createPublicSignupToken, {
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
export async function makeRequests(app: TestBackend, name: string) {
  await app.backend.store.queries.deleteFrom('change_requests').execute()
  const environment = '/api/admin/projects/default/environments/development/change-requests'
  const configured = await app.call(updateProjectChangeRequestConfig, {
    params: { projectId: 'default', environment: 'development' },
    body: { changeRequestsEnabled: true },
  })
  expect(configured.status).toBe(200)
  const ids: string[] = []
  const changes: string[] = []
  for (const as of [{}, { as: 'fuzzer' }]) {
    const body = { action: 'updateEnabled', feature: name, payload: { enabled: false } }
    const made = (await app.call('POST', environment, { body, ...as })).body as ChangeRequest
    ids.push(String(made.id))
    changes.push(String(made.features[0]?.changes[0]?.id))
  }
  await app.call(updateChangeRequestState, {
    params: { projectId: 'default', id: `${ids[0]}` },
    body: { state: 'In review' },
  })
  return { ids: [...ids, ...ids, ...ids], known: { changeRequestId: ids, changeId: changes } }
}

/** A signal endpoint with a token, and a signal that came with it. */
export async function makeSignals(app: TestBackend, name: string) {
  const made = async (at: string, body: object) =>
    (await app.call('POST', `/api/admin/signal-endpoints${at}`, { body })).body as { id: number }
  const { id } = await made('', { name })
  const token = (await made(`/${id}/tokens`, { name })) as { id: number; token: string }
  const { body } = await app.call('POST', `/api/signal-endpoint/${name}`, { token: token.token })
  const [signal] = (body as { signals: { id: number }[] }).signals
  return {
    endpoint: id,
    token: token.token,
    ids: [id, token.id, signal?.id].map(String),
    known: { signalEndpointId: [String(id)] },
    knownOf: {
      callSignalEndpoint: { name: [name] },
      setSenderSecret: { id: [String(token.id)] },
      setSignalDeliveryId: { id: [String(id)] },
      setSignalOrder: { id: [String(id)] },
      getSenderRequests: { id: [String(id)] },
    },
  }
}

/** A release template, and a plan made from it, with a progression and safeguards. */
export async function makeReleases(app: TestBackend, name: string) {
  const strategies = [{ name: 'default', sortOrder: 0 }]
  const milestones = [0, 1].map((sortOrder) => ({ name: `${sortOrder}`, sortOrder, strategies }))
  const made = await app.call(createReleasePlanTemplate, { body: { name, milestones } })
  const template = made.body
  const here = `${PROJECT}/${name}/environments/development`
  const added = await app.call('POST', `${here}/release-plans`, { body: { templateId: template.id } })
  const plan = added.body as ReleasePlan
  const impactMetric = { metricName: 'x', timeRange: 'hour', aggregationMode: 'avg', labelSelectors: {} }
  const body = { impactMetric, triggerCondition: { operator: '>', threshold: 1 } }
  for (const path of [`${here}/release-plans/${plan.id}/safeguards`, `${here}/safeguards`])
    await app.call('PUT', path, { body })
  const chart = { ...impactMetric, yAxisMin: 'zero' }
  const ofInstance = await app.call('POST', '/api/admin/impact-metrics/config', { body: chart })
  const ofFlag = await app.call('POST', `${PROJECT}/${name}/impact-metrics/config`, { body: chart })
  const charts = [ofInstance, ofFlag].map((one) => (one.body as { id: string }).id)
  const safeguards = await readSafeguardIds(app, name, 'development')
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
      safeguardId: Object.values(safeguards),
    },
    knownOf: {
      saveInstanceImpactMetricsConfig: { id: [charts[0] ?? ''] },
      deleteInstanceImpactMetricConfig: { id: [charts[0] ?? ''] },
      saveFeatureImpactMetricsConfig: { id: [charts[1] ?? ''], featureName: [name] },
      deleteFlagImpactMetricConfig: { id: [charts[1] ?? ''], featureName: [name] },
      getImpactMetricSeries: { labels: ['{"app":["*"]}'] },
      oldAddReleasePlan: { featureName: [`${name}-alone`] },
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

/** Turns SCIM on, and creates its token. */
export async function makeScimToken(app: TestBackend): Promise<string> {
  await app.call('POST', '/api/admin/scim-settings', { body: { enabled: true } })
  const { body } = await app.call('POST', '/api/admin/scim-settings/generate-new-token')
  return (body as { token: string }).token
}

/** A user and a group of SCIM, found by their ids and by the documents about them. */
export async function makeScim(app: TestBackend, name: string) {
  const token = await makeScimToken(app)
  const make = async (path: string, body: object) =>
    ((await app.call('POST', `/scim/v2/${path}`, { token, body })).body as { id: string }).id
  const user = await make('Users', { userName: `${name}-scim` })
  const group = await make('Groups', { displayName: `${name}-scim` })
  const byId = (operations: readonly string[], id: string) =>
    operations.map((operation): [string, Record<string, string[]>] => [operation, { id: [id] }])
  return {
    token,
    knownOf: Object.fromEntries([
      ...byId(['getScimUser', 'replaceScimUser', 'patchScimUser', 'deleteScimUser'], user),
      ...byId(['getScimGroup', 'replaceScimGroup', 'patchScimGroup', 'deleteScimGroup'], group),
      ...byId(['getScimResourceType'], 'User'),
      ...byId(['getScimSchema'], 'urn:ietf:params:scim:schemas:core:2.0:User'),
    ]),
  }
}
