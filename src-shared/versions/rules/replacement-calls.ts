import { ownValue } from '../../own-value.ts'
import type { Endpoint } from './change.ts'
import { VERSION_CHANGES } from './changes.ts'
import { paramsOfCall } from './judge-call.ts'

/** A request to make in place of another one. */
export interface ReplacementCall extends Endpoint {
  body?: unknown
}

type Params = Readonly<Record<string, string>>
interface Template extends Endpoint {
  /** From the parameters of the call that it replaces. */
  body?: (params: Params) => unknown
}

const PROJECT = '/api/admin/projects/{projectId}'
const STRATEGIES = `${PROJECT}/features/{featureName}/environments/{environment}/strategies`
const SEARCH = '/api/admin/search/features'

/** A strategy with variants: what takes the place of a flag's own variants. */
const withVariants = () => ({
  name: 'flexibleRollout',
  parameters: { rollout: '100', stickiness: 'default', groupId: 'default' },
  variants: [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }],
})
const get = (path: string): Template => ({ method: 'GET', path })
const idOf = (text: string | undefined) => (text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 1)
const rolesOf = ({ roleId }: Params) => ({ roles: [idOf(roleId)] })
const newFlag = { method: 'POST', path: `${PROJECT}/features`, body: () => ({ name: 'NAME' }) } as const
const update = { method: 'PATCH', path: `${PROJECT}/features/{featureName}`, body: () => [] } as const
const stale = (isStale: boolean): Template => ({
  method: 'POST',
  path: `${PROJECT}/stale`,
  body: ({ featureName }) => ({ features: [featureName], stale: isStale }),
})
const turn = (how: 'on' | 'off'): Template => ({
  method: 'POST',
  path: `${PROJECT}/features/{featureName}/environments/{environment}/${how}`,
})

/** By endpoint: document, "Removed endpoints in v7", column "Replacement", and the sections before version 7. */
const TEMPLATES: Readonly<Record<string, Template>> = {
  'GET /api/admin/archive/features': get(`${SEARCH}?archived=IS:true`),
  'GET /api/admin/archive/features/:projectId': get(`${SEARCH}?project=IS:{projectId}&archived=IS:true`),
  'GET /api/admin/projects/:projectId/users': get(`${PROJECT}/access`),
  'GET /api/admin/projects/:projectId/features/:featureName/variants': get(STRATEGIES),
  'PATCH /api/admin/projects/:projectId/features/:featureName/variants': {
    method: 'POST',
    path: STRATEGIES,
    body: withVariants,
  },
  'PUT /api/admin/projects/:projectId/features/:featureName/variants': {
    method: 'POST',
    path: STRATEGIES,
    body: withVariants,
  },
  'POST /api/admin/projects/:projectId/role/:roleId/access': {
    method: 'POST',
    path: `${PROJECT}/access`,
    body: (params) => ({ ...rolesOf(params), groups: [], users: [] }),
  },
  'PUT /api/admin/projects/:projectId/groups/:groupId/roles/:roleId': {
    method: 'PUT',
    path: `${PROJECT}/groups/{groupId}/roles`,
    body: rolesOf,
  },
  'DELETE /api/admin/projects/:projectId/groups/:groupId/roles/:roleId': {
    method: 'DELETE',
    path: `${PROJECT}/groups/{groupId}/roles`,
  },
  'POST /api/admin/projects/:projectId/users/:userId/roles/:roleId': {
    method: 'PUT',
    path: `${PROJECT}/users/{userId}/roles`,
    body: rolesOf,
  },
  'PUT /api/admin/projects/:projectId/users/:userId/roles/:roleId': {
    method: 'PUT',
    path: `${PROJECT}/users/{userId}/roles`,
    body: rolesOf,
  },
  'DELETE /api/admin/projects/:projectId/users/:userId/roles/:roleId': {
    method: 'DELETE',
    path: `${PROJECT}/users/{userId}/roles`,
  },
  'GET /api/admin/projects/:projectId': get(`${PROJECT}/overview`),
  'GET /api/admin/dashboard/executive': get(`${PROJECT}/overview`),
  'POST /api/admin/events/search': get('/api/admin/search/events'),
  'GET /api/admin/metrics/traffic/:period': get(
    '/api/admin/metrics/traffic?grouping=daily&from={period}-01&to={periodEnd}',
  ),
  'POST /api/admin/ui-config': {
    method: 'POST',
    path: '/api/admin/ui-config/cors',
    body: () => ({ frontendApiOrigins: ['*'] }),
  },
  'GET /api/features': get('/api/client/features'),
  'GET /api/feature': get('/api/client/features'),
  'POST /edge/metrics': {
    method: 'POST',
    path: '/api/client/metrics/bulk',
    body: () => ({ applications: [], metrics: [] }),
  },
  'GET /api/admin/features': get(SEARCH),
  'POST /api/admin/features': newFlag,
  'GET /api/admin/features/:featureName': get(`${PROJECT}/features/{featureName}`),
  'PUT /api/admin/features/:featureName': update,
  'DELETE /api/admin/features/:featureName': {
    method: 'DELETE',
    path: `${PROJECT}/features/{featureName}`,
  },
  'POST /api/admin/features/:featureName/toggle': turn('on'),
  'POST /api/admin/features/:featureName/toggle/on': turn('on'),
  'POST /api/admin/features/:featureName/toggle/off': turn('off'),
  'POST /api/admin/features/:featureName/stale/on': stale(true),
  'POST /api/admin/features/:featureName/stale/off': stale(false),
}

/**
 * Replacements for a change to part of a request, whose endpoint stays. `{path}`: the path of the request
 * itself.
 */
const OF_CHANGE: Readonly<Record<string, Template>> = {
  'property-username': {
    method: 'POST',
    path: '{path}',
    body: () => ({ tokenName: 'NAME', type: 'backend', environment: 'development' }),
  },
  'admin-tokens-v7': {
    method: 'POST',
    path: '/api/admin/user/tokens',
    body: () => ({ description: 'NAME', expiresAt: '2099-01-01T00:00:00.000Z' }),
  },
  'archived-query-v8': get(`${SEARCH}?lifecycle=IS:archived`),
  // the same request, with a token of the right kind
  'strict-token-kinds-v8': get('{path}'),
  'client-tokens': get('{path}'),
}

/**
 * Builds the request that replaces another, with its parameters. Unknown values are in capitals. Returns
 * undefined if there is no replacement, or if the change is not about a single request.
 */
export function replacementCallOf(
  changeId: string,
  { method, path }: { method: string; path: string },
): ReplacementCall | undefined {
  const ofChange = ownValue(OF_CHANGE, changeId)
  if (ofChange) return ofChange.method === method ? filled(ofChange, { path }) : undefined
  const endpoints = VERSION_CHANGES.find(({ id }) => id === changeId)?.endpoints ?? []
  for (const endpoint of endpoints) {
    const params = endpoint.method === method ? paramsOfCall(endpoint.path, path) : undefined
    const template = params && ownValue(TEMPLATES, `${endpoint.method} ${endpoint.path}`)
    if (params && template) return filled(template, { ...params, periodEnd: lastDayOf(params['period']) })
  }
  return undefined
}

function filled({ method, path, body }: Template, params: Params): ReplacementCall {
  return {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ownValue(params, name) ?? inCapitals(name)),
    ...(body ? { body: body(params) } : {}),
  }
}

/** Returns the last day of a month such as `2026-11`. */
function lastDayOf(period = ''): string {
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(period) ?? []
  if (year === undefined || month === undefined) return 'PERIOD_END'
  return new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)
}

/** `projectId` is PROJECT_ID: to be put in by who reads it. */
const inCapitals = (name: string) => name.replaceAll(/([A-Z])/g, '_$1').toUpperCase()
