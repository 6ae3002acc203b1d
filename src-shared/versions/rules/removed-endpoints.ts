import type { Method } from '../../contract-engine/operation.ts'
import type { Endpoint, VersionChange } from './change.ts'

interface Removal {
  methods: readonly Method[]
  path: string
  version: string
  deprecated?: string
  replacement?: string
  detail?: string
  source?: VersionChange['source']
  /** Endpoints below its path that are removed with it. */
  below?: readonly Endpoint[]
}

const PROJECT = '/api/admin/projects/:projectId'
const FLAGS = '/api/admin/features'

/** Document, "Removed endpoints in v7", row by row. */
const REMOVED_IN_7: readonly Omit<Removal, 'version'>[] = [
  {
    methods: ['GET'],
    path: '/api/admin/archive/features',
    deprecated: '4.10.0',
    replacement: '/api/admin/search/features?archived=IS:true',
  },
  {
    methods: ['GET'],
    path: '/api/admin/archive/features/:projectId',
    deprecated: '4.11.0',
    replacement: '/api/admin/search/features?project=IS:{projectId}&archived=IS:true',
  },
  {
    methods: ['GET'],
    path: `${PROJECT}/users`,
    deprecated: '4.14.3',
    replacement: '/api/admin/projects/{projectId}/access',
  },
  {
    methods: ['GET', 'PATCH', 'PUT'],
    path: `${PROJECT}/features/:featureName/variants`,
    deprecated: '4.21.0',
    replacement:
      '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies',
    detail: 'Variants belong to a strategy, and are set when it is added.',
  },
  {
    methods: ['POST'],
    path: `${PROJECT}/role/:roleId/access`,
    deprecated: '5.5.0',
    replacement: '/api/admin/projects/{projectId}/access',
  },
  {
    methods: ['PUT', 'DELETE'],
    path: `${PROJECT}/groups/:groupId/roles/:roleId`,
    deprecated: '5.5.0',
    replacement: '/api/admin/projects/{projectId}/groups/{groupId}/roles',
  },
  {
    methods: ['PUT', 'POST', 'DELETE'],
    path: `${PROJECT}/users/:userId/roles/:roleId`,
    deprecated: '5.5.0',
    replacement: '/api/admin/projects/{projectId}/users/{userId}/roles',
  },
  {
    methods: ['GET'],
    path: PROJECT,
    deprecated: '5.8.0',
    replacement: '/api/admin/projects/{projectId}/overview',
  },
  {
    methods: ['GET'],
    path: '/api/admin/dashboard/executive',
    deprecated: '5.11.0',
    replacement: '/api/admin/projects/{projectId}/overview',
  },
  {
    methods: ['POST'],
    path: '/api/admin/events/search',
    deprecated: '6.1.0',
    replacement: '/api/admin/search/events',
  },
  {
    methods: ['GET'],
    path: '/api/admin/metrics/traffic/:period',
    deprecated: '6.8.0',
    replacement: '/api/admin/metrics/traffic',
  },
  {
    methods: ['POST'],
    path: '/api/admin/ui-config',
    deprecated: '6.9.0',
    replacement: '/api/admin/ui-config/cors',
  },
]

/** Document, "v5 to v6", "v4 to v5", "v3 to v5 and v3 to v4"; docs/contract/versions.md#changed-in-8 for v8. */
const REMOVED_BESIDES: readonly Removal[] = [
  {
    methods: ['GET'],
    path: '/api/features',
    version: '4.0.0',
    replacement: '/api/client/features',
    detail:
      'The legacy v2 routes (option enableLegacyRoutes) are gone; people use the project API of /api/admin.',
  },
  {
    methods: ['GET', 'POST'],
    path: FLAGS,
    version: '5.0.0',
    replacement: '/api/admin/projects/{projectId}/features',
    detail:
      'Only adding and removing a tag of a flag, and the check of a name, stay under /api/admin/features.',
  },
  {
    methods: ['GET', 'PUT', 'DELETE'],
    path: `${FLAGS}/:featureName`,
    version: '5.0.0',
    replacement: '/api/admin/projects/{projectId}/features/{featureName}',
  },
  ...['toggle', 'toggle/on', 'toggle/off'].map((deed): Removal => ({
    methods: ['POST'],
    path: `${FLAGS}/:featureName/${deed}`,
    version: '5.0.0',
    replacement: `/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/${deed === 'toggle/off' ? 'off' : 'on'}`,
  })),
  ...['stale/on', 'stale/off'].map((deed): Removal => ({
    methods: ['POST'],
    path: `${FLAGS}/:featureName/${deed}`,
    version: '5.0.0',
    replacement: '/api/admin/projects/{projectId}/stale',
  })),
  {
    methods: ['POST'],
    path: '/edge/metrics',
    version: '6.0.0',
    replacement: '/api/client/metrics/bulk',
    detail: 'Edge proxies have to be 19.1.3 or later first; flag evaluation works with older ones.',
  },
  { methods: ['GET'], path: '/api/feature', version: '6.0.0', replacement: '/api/client/features' },
  {
    methods: ['POST'],
    path: '/api/client/metrics/custom',
    version: '8.1.0',
    detail: 'Custom metrics are gone, as are /api/admin/custom-metrics and what is below it.',
    below: ['/api/admin/custom-metrics', '/api/admin/custom-metrics/prometheus'].map((path) => ({
      method: 'GET',
      path,
    })),
    source: 'contract',
  },
]

const REMOVALS: readonly Removal[] = [
  ...REMOVED_IN_7.map((one) => ({ ...one, version: '7.0.0' })),
  ...REMOVED_BESIDES,
]

export const REMOVED_ENDPOINT_CHANGES: readonly VersionChange[] = REMOVALS.map(toChange)

function toChange({
  methods,
  path,
  version,
  deprecated,
  source = 'document',
  below = [],
  ...rest
}: Removal): VersionChange {
  return {
    id: `removed-${methods.join('-').toLowerCase()}${path.replaceAll(/[/:]+/g, '-')}`,
    version,
    kind: 'endpoint removed',
    title: `${methods.join(', ')} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    endpoints: [...methods.map((method) => ({ method, path })), ...below],
    source,
    ...rest,
    ...(deprecated === undefined ? {} : { deprecated: [deprecated] }),
  }
}
