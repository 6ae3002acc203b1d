import { SIGN_IN_STEPS } from '#support/window/sign-in-steps.ts'
import type { Operation } from '#shared/contract/index.ts'
import { SERVED_OPERATIONS } from '#support/service/contract-of.ts'
import { BACKEND_TOKEN, BACKEND_TOKEN_ALL, FRONTEND_TOKEN } from './limits-fixture.ts'
import { get, post, type LimitsRequest } from './limits-request.ts'

const ulid = (place: number, number: number) =>
  `01${String(place).padStart(4, '0')}${String(number).padStart(20, '0')}`
const STRATEGY = ulid(0, 1_101)

/** Path parameters that exist in the fixture, by name. */
const PARAMS: Record<string, string> = {
  projectId: 'default',
  featureName: 'flag-00011',
  environment: 'development',
  strategyId: STRATEGY,
  contextField: 'field-02',
  appName: 'app-0001',
  child: 'flag-00011',
  parent: 'flag-00006',
  roleId: '7',
  groupId: '1',
  id: '2',
  name: 'flag-00011',
  type: 'team-1',
  value: 'value-005',
  signalEndpointId: '1',
  token: '1'.padStart(32, '0'),
  templateId: '01KC6TD3HASJWRPMKT1ACY8M3A',
}
/** Path parameters that differ from the common ones, by operation. */
const PARAMS_OF: Record<string, Record<string, string>> = {
  getEmailPreview: { format: 'html', template: 'getting-started' },
  getServiceAccountTokens: { id: '9990' },
  getServiceAccountPermissions: { id: '9990' },
  getAddon: { id: '1' },
  getIntegrationEvents: { id: '1' },
  getEnvironment: { name: 'development' },
  getStrategy: { name: 'flexibleRollout' },
  getTagType: { name: 'team-1' },
  getApiTokensByName: { name: 'token-001' },
  getContextFieldForProject: { projectId: 'project-0005', contextField: 'field-05' },
  getStrategiesByContextFieldForProject: { projectId: 'project-0005', contextField: 'field-05' },
  getChangeRequest: { id: '7' },
  getRequestedApprovers: { id: '7' },
  getChangeRequestBlastRadius: { id: '7' },
  getSignal: { id: '19000' },
  getSignalActions: { id: '19000' },
  getRoleProjectAccess: { roleId: '5' },
}
const QUERIES_OF: Record<string, string> = {
  getUserSessions: 'userId=2',
  searchUsers: 'q=person',
  exportScenario: 'format=yaml',
  searchEverything: 'query=flag',
  getImpactMetricSeries: 'metricName=x&timeRange=day&aggregationMode=sum',
  getConnectionsForPeriod: 'grouping=daily&from=2026-11-01&to=2026-11-30',
  getRequestsForPeriod: 'grouping=monthly&from=2026-11-01&to=2026-11-30',
  explainFlag: 'flag=flag-00011&environment=development',
  getRolloutOverlap: 'environment=development',
  validateToken: 'token=x',
  getScheduledChangeRequests: 'feature=flag-00011',
  getTrafficDataUsage: 'grouping=daily&from=2026-01-01&to=2026-12-31',
}
/** Statuses of operations whose input is not in the database: a real instance answers the same. */
const STATUS_OF: Record<string, number> = {
  redeemSignInLink: 401,
  validateToken: 401,
  streamFlagChanges: 401,
}
const TOKEN_OF: Partial<Record<Operation['audience'], string>> = {
  client: BACKEND_TOKEN,
  frontend: FRONTEND_TOKEN,
}

function pathOf({ operationId, path }: Operation): string {
  const params = { ...PARAMS, ...PARAMS_OF[operationId] }
  const query = QUERIES_OF[operationId]
  return (
    path.replace(/:(\w+)/g, (_all, name: string) => params[name] ?? 'missing') + (query ? `?${query}` : '')
  )
}

/** Requests for every GET of the contract, with existing items. */
export const GETS: LimitsRequest[] = SERVED_OPERATIONS.filter(
  // the stream has no end and is tested separately; steps of sign-in end the session; SCIM has tokens of its own
  ({ method, operationId, audience }) =>
    method === 'GET' && audience !== 'scim' && ![...SIGN_IN_STEPS, 'getStreaming'].includes(operationId),
).map((operation) => {
  const token = TOKEN_OF[operation.audience]
  const status = STATUS_OF[operation.operationId]
  return {
    name: operation.operationId,
    method: 'GET',
    path: pathOf(operation),
    ...(token === undefined ? {} : { token }),
    ...(status === undefined ? {} : { status }),
  }
})

/** Input that fits every query of the window: unknown parts are ignored. */
export const PROCEDURE_INPUT = { params: PARAMS, query: { q: 'person', userId: '2', format: 'json' } }

const SEARCH = '/api/admin/search/features'
const EVENTS = '/api/admin/search/events'
const SEARCHES: Record<string, string> = {
  'a word': 'query=shop',
  'a word in none': 'query=nowhere',
  'several words': 'query=flag-001,flag-002',
  'of a project': 'project=IS:default',
  'of no project': 'project=IS_NOT:default',
  'of a type': 'type=IS:experiment',
  'of a state': 'state=IS:stale',
  'with a tag': 'tag=INCLUDE:team-1:value-005',
  'without a tag': 'tag=DO_NOT_INCLUDE:team-1:value-005',
  'with a segment': 'segment=INCLUDE:Segment 001',
  'of a creator': 'createdBy=IS:5',
  'of a status': 'status[]=development:enabled',
  'of a stage': 'lifecycle=IS:live',
  'created after': 'createdAt=IS_ON_OR_AFTER:2026-01-01',
  'seen after': 'lastSeenAt=IS_ON_OR_AFTER:2026-01-01',
  favourites: 'favorite=IS:true',
  'archived ones': 'archived=IS:true',
  'by name, descending': 'sortBy=name&sortOrder=desc',
  'by date': 'sortBy=createdAt&sortOrder=desc',
  'by last seen': 'sortBy=lastSeenAt',
  'by environment': 'sortBy=environment:production&sortOrder=desc',
  'favourites first': 'favoritesFirst=true',
  'far on': 'offset=4900',
  'beyond the end': 'offset=1000000',
}
const EVENT_SEARCHES: Record<string, string> = {
  'a word': 'query=region',
  'a word in none': 'query=nowhere',
  'of a project': 'project=IS:default',
  'of a small project': 'project=IS:project-0098',
  'of a flag': 'feature=IS:flag-00011',
  'of a type': 'type=IS:feature-created',
  'of a type that is rare': 'type=IS:project-created',
  'of a creator': 'createdBy=IS:5',
  'of an environment': 'environment=IS:production',
  'from a day on': 'from=IS:2026-01-01',
  'far on': 'offset=900000',
  'a group': 'groupId=IS:nothing',
}

export const SEARCH_REQUESTS: LimitsRequest[] = [
  ...Object.entries(SEARCHES).map(([name, query]) =>
    get(`search flags: ${name}`, `${SEARCH}?limit=50&${query}`),
  ),
  ...Object.entries(EVENT_SEARCHES).map(([name, query]) =>
    get(`search events: ${name}`, `${EVENTS}?limit=100&${query}`),
  ),
  get('search change requests: far on', '/api/admin/search/change-requests?offset=1500&limit=50'),
  get('search users: one', '/api/admin/user-admin/search?q=person-09999'),
  get('applications: a word, far on', '/api/admin/metrics/applications?query=app&offset=900&limit=50'),
  get('signals: far on', '/api/admin/signals?offset=900000&limit=50'),
  get('signals of an endpoint: far on', '/api/admin/signal-endpoints/1/signals?offset=190000&limit=50'),
  get('search signals: a word', '/api/admin/signals/search?text=service-17'),
  get('search signals: a word in none', '/api/admin/signals/search?text=nowhere'),
  get('events of a project, at once', '/api/admin/events?project=default'),
  get('raw metrics of 91 days', '/api/admin/client-metrics/features/flag-00011/raw?hoursBack=2184'),
  get('impressions as CSV', '/api/admin/impressions/export?format=csv'),
  get('archived projects', '/api/admin/projects?archived=true'),
  get(
    'upgrade report from 5 to 8, by application',
    '/api/admin/upgrade-report?from=5&to=8&groupBy=application&format=md',
  ),
]

const CONTEXT = { appName: 'app-0001', userId: '7,8,9', properties: { country: 'NO,SE' } }
const names = (from: number, count: number) =>
  Array.from({ length: count }, (_none, index) => `flag-${String(from + index).padStart(5, '0')}`)

/** Requests that read much and write nothing. */
export const HEAVY_REQUESTS: LimitsRequest[] = [
  post('export: all flags of the project', '/api/admin/features-batch/export', {
    environment: 'development',
    features: names(1, 3500),
  }),
  post('export: a tag', '/api/admin/features-batch/export', { environment: 'development', tag: 'value-005' }),
  post('export: a project', '/api/admin/features-batch/export', {
    environment: 'development',
    project: 'default',
  }),
  post('playground: everything', '/api/admin/playground', {
    environment: 'development',
    projects: '*',
    context: { appName: 'app-0001', userId: '7' },
  }),
  post('playground: one small project', '/api/admin/playground', {
    environment: 'development',
    projects: ['project-0001'],
    context: { appName: 'app-0001', userId: '7' },
  }),
  post('advanced playground: a project, 2 environments', '/api/admin/playground/advanced', {
    environments: ['development', 'production'],
    projects: ['default'],
    context: { appName: 'app-0001', userId: '7' },
  }),
  post('advanced playground: a small project, 12 contexts', '/api/admin/playground/advanced', {
    environments: ['development', 'production'],
    projects: ['project-0001'],
    context: CONTEXT,
  }),
  post('window: playground of a project, 2 environments', '/trpc/surveyPlayground', {
    body: {
      environments: ['development', 'production'],
      projects: ['default'],
      context: { appName: 'app-0001', userId: '7' },
    },
  }),
  post('playground of a change request', '/api/admin/playground/change-request/7', {
    context: { appName: 'app-0001', userId: '7' },
  }),
  post('explain', '/api/admin/explain', { flag: 'flag-00011', environment: 'development', context: CONTEXT }),
  post('blast radius: archive', '/api/admin/projects/default/blast-radius', {
    changes: [{ action: 'archiveFeature', feature: 'flag-00011' }],
  }),
  post('blast radius: a segment', '/api/admin/segments/1/blast-radius', {
    segment: { name: 'Segment 001', constraints: [] },
  }),
  post('validate archive of 1,000 flags', '/api/admin/projects/default/archive/validate', {
    features: names(1, 1000),
  }),
  post('who can', '/api/admin/access/who-can', { permission: 'UPDATE_FEATURE', project: 'default' }),
  get('client features: all projects', '/api/client/features', { token: BACKEND_TOKEN_ALL }),
  get('client features: the same again', '/api/client/features', { token: BACKEND_TOKEN_ALL }),
  get('client features: a prefix', '/api/client/features?namePrefix=flag-001', { token: BACKEND_TOKEN_ALL }),
  get('client features: a tag', '/api/client/features?tag=team-1:value-005', { token: BACKEND_TOKEN_ALL }),
  get('delta: an old revision', '/api/client/delta', {
    token: BACKEND_TOKEN_ALL,
    headers: { 'if-none-match': '"1000"' },
  }),
  get('delta: a late revision', '/api/client/delta', {
    token: BACKEND_TOKEN_ALL,
    headers: { 'if-none-match': '"999990"' },
  }),
  get('frontend: a context', '/api/frontend?userId=7&properties[country]=NO', { token: FRONTEND_TOKEN }),
]

const PAST = '/api/admin/past'
const LONG_AGO = '2020-01-01T00:00:00.000Z'
/** Requests that replay the event log, all of it and over all flags, in short turns. */
export const PAST_REQUESTS: LimitsRequest[] = [
  get('past: the instance, what differs from a day ago', `${PAST}?changedOnly=true&limit=1000`),
  get('past: the instance, from its beginning', `${PAST}?at=${LONG_AGO}&limit=1000`),
  get('past: the instance at two times', `${PAST}?at=${LONG_AGO}&and=2026-06-01T00:00:00.000Z`),
  get('past: a project', `${PAST}?kind=project&name=default&at=${LONG_AGO}`),
  get('past: a flag', `${PAST}?kind=flag&name=flag-00011&at=${LONG_AGO}`),
  post('preview of restoring a flag', `${PAST}/restore/preview`, {
    at: LONG_AGO,
    path: ['flag', 'flag-00011'],
  }),
  post('preview of restoring a project', `${PAST}/restore/preview`, {
    at: LONG_AGO,
    path: ['project', 'default'],
  }),
  post('preview of undoing an old event', '/api/admin/undo/99996/preview', { scope: 'event' }),
]

const GONE = names(2500, 500)

/** Takes a snapshot, deletes flags with 15,000 strategies, and restores them. */
export const SNAPSHOT_REQUESTS: LimitsRequest[] = [
  post('take a snapshot', '/api/admin/snapshots', { name: 'limits' }, { status: 201 }),
  post('archive 500 other flags', '/api/admin/projects/default/archive', { features: GONE }, { status: 202 }),
  post('delete them', '/api/admin/projects/default/delete', { features: GONE }),
  { name: 'restore the snapshot', method: 'POST', path: '/api/admin/snapshots/limits/restore' },
  get('a flag of the snapshot', '/api/admin/projects/default/features/flag-02500'),
]

/** A scenario of 2 MB in one line of JSON, in which each strategy of 100 flags in an environment is another. */
const SCENARIO = JSON.stringify({
  scenario: 1,
  flags: names(600, 100).map((name) => ({
    name,
    environments: {
      staging: {
        strategies: Array.from({ length: 30 }, (_none, nr) => ({
          name: 'flexibleRollout',
          title: `Strategy ${nr} of a scenario`,
          parameters: { rollout: '50', stickiness: 'default', groupId: name },
          constraints: [{ contextName: 'userId', operator: 'IN', values: Array(50).fill('somebody') }],
        })),
      },
    },
  })),
})

const SAMPLE_FLAGS = names(1, 100)
/** Writes at the limits. The order matters: archived items are no longer available. */
export const WRITE_REQUESTS: LimitsRequest[] = [
  post(
    'create a strategy',
    '/api/admin/projects/default/features/flag-00012/environments/staging/strategies',
    {
      name: 'flexibleRollout',
      parameters: { rollout: '50', stickiness: 'default', groupId: 'x' },
    },
  ),
  get('client features: after a change', '/api/client/features', { token: BACKEND_TOKEN }),
  post('import: 100 flags', '/api/admin/features-batch/import', {
    project: 'default',
    environment: 'development',
    data: {
      features: SAMPLE_FLAGS.map((name) => ({ name, type: 'release', description: 'Imported' })),
      featureStrategies: SAMPLE_FLAGS.map((featureName) => ({
        featureName,
        name: 'flexibleRollout',
        parameters: { rollout: '50', stickiness: 'default', groupId: featureName },
        constraints: [],
      })),
      featureEnvironments: SAMPLE_FLAGS.map((featureName) => ({
        featureName,
        enabled: true,
        environment: 'development',
      })),
      tagTypes: [],
    },
  }),
  {
    ...post('SDK metrics: 3,500 unknown names', '/api/client/metrics', {
      appName: 'app-0001',
      bucket: {
        start: '2026-11-22T00:00:00.000Z',
        stop: '2026-11-22T00:01:00.000Z',
        toggles: Object.fromEntries(
          Array.from({ length: 3500 }, (_none, nr) => [`u${nr}`, { yes: 1, no: 0 }]),
        ),
      },
    }),
    token: BACKEND_TOKEN,
    status: 202,
  },
  {
    name: 'bulk tags: 1,000 flags',
    method: 'PUT',
    path: '/api/admin/projects/default/tags',
    body: {
      features: names(1, 1000),
      tags: { addedTags: [{ type: 'simple', value: 'limits' }], removedTags: [] },
    },
  },
  post(
    'bulk stale: 1,000 flags',
    '/api/admin/projects/default/stale',
    { features: names(1, 1000), stale: true },
    { status: 202 },
  ),
  post('bulk on: 1,000 flags', '/api/admin/projects/default/bulk_features/environments/staging/on', {
    features: names(1, 1000),
  }),
  post(
    'archive 500 flags',
    '/api/admin/projects/default/archive',
    { features: names(2000, 500) },
    { status: 202 },
  ),
  post('revive 500 flags', '/api/admin/projects/default/revive', { features: names(2000, 500) }),
  post('plan a scenario of 2 MB', '/api/admin/scenario/plan', { text: SCENARIO }),
  post('apply a scenario of 2 MB', '/api/admin/scenario/apply', { text: SCENARIO }),
  {
    name: 'delete a segment that strategies use',
    method: 'DELETE',
    path: '/api/admin/segments/5',
    status: 409,
  },
]
