/** Sender of a request: a person by their root role, one by the cookie of a session, an SDK, or nobody. */
export type Sender = Person | `${Person}'s session` | 'backend' | 'frontend' | 'nobody'
type Person = 'admin' | 'editor' | 'viewer'

/** Request that a service refuses. */
export interface BadRequest {
  name: string
  method: string
  path: string
  body?: unknown
  /** Sent as it is, with the type of JSON. */
  raw?: string
  headers?: Record<string, string>
  /** Default: an admin. */
  as?: Sender
}

const PROJECT = '/api/admin/projects/default'
const FLAG = `${PROJECT}/features/flag-002`
const STRATEGIES = `${FLAG}/environments/development/strategies`
const ROLLOUT = {
  name: 'flexibleRollout',
  parameters: { rollout: '50', stickiness: 'default', groupId: 'x' },
}
const JSON_TYPE = { 'content-type': 'application/json' }

const post = (name: string, path: string, body: unknown, more: Partial<BadRequest> = {}): BadRequest => ({
  ...{ name, method: 'POST', path, body },
  ...more,
})
const get = (name: string, path: string, as?: Sender): BadRequest => ({
  ...{ name, method: 'GET', path },
  ...(as ? { as } : {}),
})
const send = (
  method: string,
  name: string,
  path: string,
  body?: unknown,
  more: Partial<BadRequest> = {},
): BadRequest => ({
  ...{ name, method, path },
  ...(body === undefined ? {} : { body }),
  ...more,
})
/** Strategies with one constraint that breaks a rule. */
const constraint = (name: string, broken: object): BadRequest =>
  post(`constraint: ${name}`, STRATEGIES, {
    ...ROLLOUT,
    constraints: [{ contextName: 'age', operator: 'IN', values: ['1'], ...broken }],
  })

const FLAGS = [
  post('flag without a name', `${PROJECT}/features`, {}),
  post('flag with an empty name', `${PROJECT}/features`, { name: '' }),
  post('flag with a name of spaces', `${PROJECT}/features`, { name: 'a b' }),
  post('flag with a name of one dot', `${PROJECT}/features`, { name: '.' }),
  post('flag with a long name', `${PROJECT}/features`, { name: 'x'.repeat(101) }),
  post('flag with a number for a name', `${PROJECT}/features`, { name: 5 }),
  post('flag with a name that is taken', `${PROJECT}/features`, { name: 'flag-000' }),
  post('flag with the name of an archived one', `${PROJECT}/features`, { name: 'old-00' }),
  post('flag of an unknown type', `${PROJECT}/features`, { name: 'new', type: 'sunrise' }),
  post('flag in an unknown project', '/api/admin/projects/none/features', { name: 'new' }),
  post('flag with a text for impression data', `${PROJECT}/features`, { name: 'new', impressionData: 'yes' }),
  get('unknown flag', `${PROJECT}/features/none`),
  get('archived flag', `${PROJECT}/features/old-00`),
  get('flag in an unknown project, read', '/api/admin/projects/none/features/flag-000'),
  send('PUT', 'unknown flag, updated', `${PROJECT}/features/none`, { name: 'none', description: 'x' }),
  send('PATCH', 'patch that is no list', FLAG, { op: 'replace' }),
  send('PATCH', 'patch with an unknown operation', FLAG, [{ op: 'turn', path: '/description' }]),
  send('PATCH', 'patch at a path that is none', FLAG, [{ op: 'replace', path: '/no/such', value: 1 }]),
  send('DELETE', 'unknown flag, archived', `${PROJECT}/features/none`),
  post('archive of an unknown flag', `${PROJECT}/archive`, { features: ['none'] }),
  post('archive of a parent', `${PROJECT}/archive`, { features: ['flag-000'] }),
  post('archive without flags', `${PROJECT}/archive`, {}),
  post('clone without a name', `${FLAG}/clone`, {}),
  post('clone with a name that is taken', `${FLAG}/clone`, { name: 'flag-000' }),
  post('stale without flags', `${PROJECT}/stale`, { stale: true }),
  post('link without an address', `${FLAG}/link`, { title: 'x' }),
  post('link that is no address', `${FLAG}/link`, { url: 'nowhere' }),
  post('dependency of itself', `${FLAG}/dependencies`, { feature: 'flag-002' }),
  post('dependency on an unknown flag', `${FLAG}/dependencies`, { feature: 'none' }),
  post('dependency on an archived flag', `${FLAG}/dependencies`, { feature: 'old-00' }),
  post('dependency on a child', `${FLAG}/dependencies`, { feature: 'flag-001' }),
  post('dependency of a parent', `${PROJECT}/features/flag-000/dependencies`, { feature: 'flag-002' }),
  post('environment that is unknown, turned on', `${FLAG}/environments/none/on`, undefined, {
    headers: JSON_TYPE,
  }),
  send('PUT', 'variants of a flag', `${FLAG}/environments/development/variants`, [
    { name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' },
  ]),
  post('star without a content type', `${FLAG}/favorites`, undefined),
]

const STRATEGY_REQUESTS = [
  post('strategy without a name', STRATEGIES, { parameters: {} }),
  post('strategy of an unknown type', STRATEGIES, { name: 'none' }),
  post('strategy in an unknown environment', `${FLAG}/environments/none/strategies`, ROLLOUT),
  post(
    'strategy of an unknown flag',
    `${PROJECT}/features/none/environments/development/strategies`,
    ROLLOUT,
  ),
  post('strategy with a number for a parameter', STRATEGIES, { ...ROLLOUT, parameters: { rollout: 50 } }),
  post('strategy with an unknown segment', STRATEGIES, { ...ROLLOUT, segments: [999] }),
  post('strategy with a text for segments', STRATEGIES, { ...ROLLOUT, segments: 'all' }),
  post('strategy with variants over the whole', STRATEGIES, {
    ...ROLLOUT,
    variants: [{ name: 'a', weight: 1500, weightType: 'fix', stickiness: 'default' }],
  }),
  get('unknown strategy', `${STRATEGIES}/none`),
  send('PUT', 'unknown strategy, updated', `${STRATEGIES}/01890000-0000-7000-8000-000000000000`, ROLLOUT),
  send('DELETE', 'unknown strategy, deleted', `${STRATEGIES}/01890000-0000-7000-8000-000000000000`),
  post('order of strategies that is no list', `${STRATEGIES}/set-sort-order`, {}),
  constraint('unknown operator', { operator: 'LIKE' }),
  constraint('no context field', { contextName: undefined }),
  constraint('text for values', { values: 'one' }),
  constraint('number that is none', { operator: 'NUM_GT', value: 'many' }),
  constraint('number that is missing', { operator: 'NUM_GT' }),
  constraint('date that is none', { operator: 'DATE_AFTER', value: 'soon' }),
  constraint('version that is none', { operator: 'SEMVER_GT', value: '1' }),
  constraint('pattern that is none', { operator: 'REGEX', value: '(' }),
  constraint('inverted pattern', { operator: 'REGEX', value: 'a', inverted: true }),
  constraint('legal value that is none', { contextName: 'country', values: ['moon'] }),
]

const variantOf = (weight: unknown) => ({ name: 'a', weight, weightType: 'variable', stickiness: 'default' })
/** Scalars of another type than the published one, which are taken where they can be read as that. */
const SCALARS = [
  post('flag with a text for a boolean', `${PROJECT}/features`, { name: 'scalar-1', impressionData: 'true' }),
  post('flag with null for a boolean', `${PROJECT}/features`, { name: 'scalar-2', impressionData: null }),
  post('strategy with a number for a title', STRATEGIES, { ...ROLLOUT, title: 5 }),
  post('strategy with a text for a state', STRATEGIES, { ...ROLLOUT, disabled: 'true' }),
  post('strategy with a text for a weight', STRATEGIES, { ...ROLLOUT, variants: [variantOf('1000')] }),
  post('strategy with a word for a weight', STRATEGIES, { ...ROLLOUT, variants: [variantOf('all')] }),
  constraint('number for a value', { operator: 'NUM_GT', value: 5, values: undefined }),
  constraint('numbers for values', { values: [1, 2] }),
  constraint('text for an inversion', { inverted: 'true' }),
  constraint('null for an inversion', { inverted: null }),
  constraint('a context field without a name', { contextName: '' }),
]

const CATALOGUE = [
  post('segment without a name', '/api/admin/segments', { constraints: [] }),
  post('segment without constraints', '/api/admin/segments', { name: 'x' }),
  post('segment with a name that is taken', '/api/admin/segments', { name: 'nordic', constraints: [] }),
  get('segment with a text for an id', '/api/admin/segments/none'),
  get('unknown segment', '/api/admin/segments/999'),
  send('DELETE', 'segment in use, deleted', '/api/admin/segments/1'),
  post('tag without a type', '/api/admin/tags', { value: 'x' }),
  post('tag of an unknown type', '/api/admin/tags', { type: 'none', value: 'xyz' }),
  post('tag with a short value', '/api/admin/features/flag-002/tags', { type: 'team', value: 'x' }),
  post('tag with a long value', '/api/admin/features/flag-002/tags', { type: 'team', value: 'x'.repeat(60) }),
  post('tag of an unknown flag', '/api/admin/features/none/tags', { type: 'team', value: 'core' }),
  post('tag type with a name that is taken', '/api/admin/tag-types', { name: 'team' }),
  post('tag type with a name of spaces', '/api/admin/tag-types', { name: 'a b' }),
  post('context field without a name', '/api/admin/context', {}),
  post('context field with a name that is taken', '/api/admin/context', { name: 'country' }),
  post('context field with texts for legal values', '/api/admin/context', { name: 'x', legalValues: ['a'] }),
  send('DELETE', 'unknown context field, deleted', '/api/admin/context/none'),
  post('strategy type without parameters', '/api/admin/strategies', { name: 'bare' }),
  post('strategy type with a name that is taken', '/api/admin/strategies', {
    name: 'byTenant',
    parameters: [],
  }),
  send('DELETE', 'standard strategy type, deleted', '/api/admin/strategies/flexibleRollout'),
  send('DELETE', 'unknown strategy type, deleted', '/api/admin/strategies/none'),
  send('PUT', 'lifetime below zero', '/api/admin/feature-types/release/lifetime', { lifetimeDays: -1 }),
  send('PUT', 'lifetime of an unknown type', '/api/admin/feature-types/none/lifetime', { lifetimeDays: 1 }),
]

const ACCOUNTS = [
  post('user without a name', '/api/admin/user-admin', { rootRole: 3 }),
  post('user with a username that is taken', '/api/admin/user-admin', { username: 'admin', rootRole: 3 }),
  post('user with an e-mail address that is none', '/api/admin/user-admin', { email: 'nobody', rootRole: 3 }),
  post('user with a short password', '/api/admin/user-admin', {
    ...{ username: 'weak', rootRole: 3, password: 'short' },
  }),
  post('user without a root role', '/api/admin/user-admin', { username: 'roleless' }),
  get('unknown user', '/api/admin/user-admin/999'),
  post('token without a name', '/api/admin/api-tokens', { type: 'client', environment: 'development' }),
  post('token of an unknown type', '/api/admin/api-tokens', { tokenName: 'x', type: 'spy' }),
  post('token of an unknown environment', '/api/admin/api-tokens', {
    ...{ tokenName: 'x', type: 'client', environment: 'none', projects: ['*'] },
  }),
  post('token of an unknown project', '/api/admin/api-tokens', {
    ...{ tokenName: 'x', type: 'client', environment: 'development', projects: ['none'] },
  }),
  post('personal token without a description', '/api/admin/user/tokens', {
    expiresAt: '2099-01-01T00:00:00.000Z',
  }),
  post('personal token with a time that is none', '/api/admin/user/tokens', {
    ...{ description: 'x', expiresAt: 'never' },
  }),
  post('sign-in without a password', '/auth/simple/login', { username: 'admin' }, { as: 'nobody' }),
  post(
    'sign-in with a wrong password',
    '/auth/simple/login',
    { username: 'admin', password: 'x' },
    { as: 'nobody' },
  ),
  get('no token', '/api/admin/projects', 'nobody'),
  get('token of an SDK at the admin API', '/api/admin/projects', 'backend'),
  get('token of a frontend at the client API', '/api/client/features', 'frontend'),
  get('no token at the client API', '/api/client/features', 'nobody'),
  get('token of a backend at the frontend API', '/api/frontend', 'backend'),
]

const OTHERS = [
  post('broken JSON', `${PROJECT}/features`, undefined, { raw: '{"name":', headers: JSON_TYPE }),
  post('text for JSON', `${PROJECT}/features`, undefined, {
    raw: 'name=x',
    headers: { 'content-type': 'text/plain' },
  }),
  get('unknown path', '/api/admin/none'),
  get('search in an order that is none', '/api/admin/search/features?sortOrder=up'),
  get('search with a limit that is none', '/api/admin/search/features?limit=many'),
  get('search with an unknown operator', '/api/admin/search/features?project=LIKE:default'),
  get('events with a limit that is none', '/api/admin/search/events?limit=many'),
  post('export without an environment', '/api/admin/features-batch/export', { features: ['flag-002'] }),
  post('export of nothing', '/api/admin/features-batch/export', { environment: 'development' }),
  post('import without data', '/api/admin/features-batch/import', {
    ...{ project: 'default', environment: 'development' },
  }),
  post('playground without a context', '/api/admin/playground', { environment: 'development' }),
  post(
    'order of environments that is none',
    '/api/admin/environments/sort-order',
    { development: 'first' },
    {
      method: 'PUT',
    },
  ),
  post('unknown environment, turned on', '/api/admin/environments/none/on', undefined, {
    headers: JSON_TYPE,
  }),
  post('integration of an unknown kind', '/api/admin/addons', {
    ...{ provider: 'pigeon', enabled: true, parameters: {}, events: [] },
  }),
  post('integration without its parameters', '/api/admin/addons', {
    ...{ provider: 'datadog', enabled: true, parameters: {}, events: ['feature-created'] },
  }),
  post('maintenance without a state', '/api/admin/maintenance', {}),
  post('origin that is none', '/api/admin/ui-config/cors', { frontendApiOrigins: ['nowhere'] }),
  post('registration without a name', '/api/client/register', { instanceId: 'x' }, { as: 'backend' }),
  post('metrics without a name', '/api/client/metrics', { instanceId: 'x' }, { as: 'backend' }),
  post(
    'metrics without a bucket',
    '/api/client/metrics',
    { appName: 'x', instanceId: 'x' },
    { as: 'backend' },
  ),
]

const NOW = new Date().toISOString()
const USE = { appName: 'shop', bucket: { start: NOW, stop: NOW, toggles: { 'flag-001': { yes: 1, no: 2 } } } }

/** Requests of SDKs by somebody who is signed in, and has no token. */
const SIGNED_IN = (['admin', 'editor', 'viewer'] as const).flatMap((person) => {
  const as = `${person}'s session` as const
  return [
    get(`${as}, configuration`, '/api/client/features', as),
    get(`${as}, configuration of a flag`, '/api/client/features/flag-001', as),
    post(`${as}, metrics`, '/api/client/metrics', { ...USE, instanceId: 'shop-1' }, { as }),
    post(`${as}, metrics without a name`, '/api/client/metrics', {}, { as }),
    post(`${as}, metrics of many`, '/api/client/metrics/bulk', { applications: [], metrics: [] }, { as }),
    post(
      `${as}, registration`,
      '/api/client/register',
      { appName: 'shop', instanceId: 'shop-1', started: NOW, strategies: [], interval: 10 },
      { as },
    ),
    get(`${as}, frontend API`, '/api/frontend', as),
    post(`${as}, metrics of a frontend`, '/api/frontend/client/metrics', USE, { as }),
    post(`${as}, registration of a frontend`, '/api/frontend/client/register', { appName: 'shop' }, { as }),
  ]
})

const AS_TEXT = { raw: 'x', headers: { 'content-type': 'text/plain' }, as: 'viewer' } as const

/** Valid and invalid bodies of somebody who may not do it: which of the two a service says first. */
const FORBIDDEN = [
  post('viewer, valid flag', `${PROJECT}/features`, { name: 'by-viewer' }, { as: 'viewer' }),
  post('viewer, flag without a name', `${PROJECT}/features`, {}, { as: 'viewer' }),
  post('viewer, flag with a number for a name', `${PROJECT}/features`, { name: 5 }, { as: 'viewer' }),
  post('viewer, strategy of an unknown type', STRATEGIES, { name: 'none' }, { as: 'viewer' }),
  post('viewer, strategy without a name', STRATEGIES, {}, { as: 'viewer' }),
  post('viewer, segment without a name', '/api/admin/segments', {}, { as: 'viewer' }),
  post('viewer, unknown project', '/api/admin/projects/none/features', { name: 'x' }, { as: 'viewer' }),
  post('viewer, unknown flag', `${PROJECT}/features/none/clone`, { name: 'x' }, { as: 'viewer' }),
  post('viewer, broken JSON', `${PROJECT}/features`, undefined, {
    ...{ raw: '{', headers: JSON_TYPE, as: 'viewer' as const },
  }),
  send('PUT', 'viewer, segment changed to nothing', '/api/admin/segments/1', {}, { as: 'viewer' }),
  send('PUT', 'viewer, segment changed to a text', '/api/admin/segments/1', undefined, AS_TEXT),
  post('viewer, segments of a strategy without any', '/api/admin/segments/strategies', {}, { as: 'viewer' }),
  post('viewer, segments of a strategy as a text', '/api/admin/segments/strategies', undefined, AS_TEXT),
  post('viewer, tag without a type', '/api/admin/features/flag-002/tags', {}, { as: 'viewer' }),
  post('viewer, tag as a text', '/api/admin/features/flag-002/tags', undefined, AS_TEXT),
  post(
    'viewer, tag without a type at an unknown flag',
    '/api/admin/features/none/tags',
    {},
    { as: 'viewer' },
  ),
  send('PUT', 'viewer, tags changed to nothing', '/api/admin/features/flag-002/tags', {}, { as: 'viewer' }),
  post('viewer, flag as a text', `${PROJECT}/features`, undefined, AS_TEXT),
  post('viewer, flag without a content type', `${PROJECT}/features`, undefined, { as: 'viewer' }),
  post('viewer, import as a text', '/api/admin/features-batch/import', undefined, AS_TEXT),
  post('viewer, export as a text', '/api/admin/features-batch/export', undefined, AS_TEXT),
  post('viewer, playground as a text', '/api/admin/playground', undefined, AS_TEXT),
  post('nobody, flag as a text', `${PROJECT}/features`, undefined, { ...AS_TEXT, as: 'nobody' }),
  post('editor, user without a name', '/api/admin/user-admin', {}, { as: 'editor' }),
  post('editor, token without a name', '/api/admin/api-tokens', {}, { as: 'editor' }),
  post('nobody, flag without a name', `${PROJECT}/features`, {}, { as: 'nobody' }),
]

export const BAD_REQUESTS: readonly BadRequest[] = [
  ...FLAGS,
  ...STRATEGY_REQUESTS,
  ...SCALARS,
  ...CATALOGUE,
  ...ACCOUNTS,
  ...OTHERS,
  ...FORBIDDEN,
  ...SIGNED_IN,
]

/** Reason of requests that differ in nothing but the name. */
export const NAMED = 'Each error of Halyard has a name: the service document wants a record.'
const IN_DETAILS = 'Halyard names the constraint at fault, and has the text in the details.'
const PLACE_FIRST =
  'Halyard says what does not exist. The original says that an admin lacks a permission there.'

/** Requests that Halyard answers otherwise, in status, name or message, with the reason. */
export const BAD_REQUEST_DIFFERENCES: Readonly<Record<string, string>> = {
  'flag in an unknown project': PLACE_FIRST,
  'environment that is unknown, turned on': PLACE_FIRST,
  'strategy in an unknown environment': PLACE_FIRST,
  'token of an unknown environment': PLACE_FIRST,
  'patch at a path that is none': 'The original fails with 500. Bad input is 400 here.',
  'tag of an unknown type': 'The original fails with 500. Bad input is 400 here.',
  'standard strategy type, deleted': 'The original fails with 500. A refusal is 403 here.',
  'unknown flag, archived': 'Halyard names the flag and the project.',
  'unknown strategy, updated': 'Halyard words all unknown strategies alike.',
  'variants of a flag': 'Variants of flags work, as the service document says.',
  'star without a content type': 'Without a body no content type is needed, as the service document says.',
  'constraint: number that is missing':
    'Halyard refuses a number that is missing, as 8 does, with the constraint.',
  'constraint: version that is none': IN_DETAILS,
  'constraint: pattern that is none': IN_DETAILS,
  'constraint: inverted pattern': IN_DETAILS,
  'constraint: legal value that is none': IN_DETAILS,
  'segment in use, deleted': 'Halyard names the flags.',
  'token of an SDK at the admin API': NAMED,
  'token of a frontend at the client API': NAMED,
  'no token at the client API': NAMED,
  'token of a backend at the frontend API': NAMED,
  ...Object.fromEntries(SIGNED_IN.map(({ name }) => [name, NAMED])),
  'broken JSON': 'The original answers a page of HTML.',
  'viewer, broken JSON': 'The original answers a page of HTML.',
  'search in an order that is none': 'Halyard ignores it.',
  'events with a limit that is none': 'The original ignores it.',
  'viewer, strategy of an unknown type': 'Halyard names the environment.',
  'viewer, strategy without a name': 'Halyard names the environment.',
}
