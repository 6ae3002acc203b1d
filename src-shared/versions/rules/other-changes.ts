import type { VersionChange } from './change.ts'

type Row = Omit<VersionChange, 'source' | 'kind'>

/** Document, "Removed schema properties in v7". */
const PROPERTIES: readonly Row[] = [
  {
    id: 'property-username',
    version: '7.0.0',
    title: 'username of API tokens',
    detail:
      'Gone from apiTokenSchema and createApiTokenSchema: /api/admin/api-tokens, /api/admin/api-tokens/{name}, /api/admin/projects/{projectId}/api-tokens.',
    deprecated: ['5.1.0', '5.3.0'],
    replacement: 'tokenName',
  },
  {
    id: 'property-environment',
    version: '7.0.0',
    title: 'environment of what SDKs send',
    detail:
      'Gone from sdkContextSchema, clientApplicationSchema, clientMetricsSchema and clientFeaturesQuerySchema: the client API and the playground.',
    deprecated: ['5.2.0'],
    replacement: 'the environment of the token',
  },
  {
    id: 'property-isapi',
    version: '7.0.0',
    title: 'isAPI of users',
    detail:
      'Gone from userSchema: user, user-admin, access overview, project access, groups, invite-link tokens, simple login and invite signup endpoints.',
    deprecated: ['5.3.0'],
  },
]

/** Document, "Restored in v7". */
const RESTORED: readonly Row[] = [
  {
    id: 'restored-statistics',
    version: '7.0.0',
    title: 'GET /api/admin/instance-admin/statistics',
    detail: 'Had been deprecated in 4.17.0 by accident.',
    deprecated: ['4.17.0'],
    endpoints: [{ method: 'GET', path: '/api/admin/instance-admin/statistics' }],
  },
  {
    id: 'restored-strategies',
    version: '7.0.0',
    title: 'POST /api/admin/strategies',
    detail:
      'Creates custom strategies; a gradual rollout with constraints is to be preferred where possible.',
    deprecated: ['6.0.0'],
    endpoints: [{ method: 'POST', path: '/api/admin/strategies' }],
  },
]

interface Minimum {
  version: string
  node?: number
  postgres?: number
}

/** Platform that an instance needs (document; docs/contract/versions.md#changed-in-8 for v8). */
export const MINIMA: readonly Minimum[] = [
  { version: '5.0.0', node: 18 },
  { version: '6.0.0', node: 20, postgres: 13 },
  { version: '7.0.0', node: 22, postgres: 14 },
  { version: '8.0.0', postgres: 15 },
]

const NODES: readonly Row[] = MINIMA.flatMap(({ version, node }) =>
  node === undefined
    ? []
    : {
        id: `node-${node}`,
        version,
        title: `JavaScript runtime ${node} or later`,
        detail: 'For source or custom builds; the official container image brings its own.',
      },
)

const DATABASES: readonly Row[] = MINIMA.flatMap(({ version, postgres }) =>
  postgres === undefined
    ? []
    : {
        id: `postgres-${postgres}`,
        version,
        title: `PostgreSQL ${postgres} or later`,
        detail: 'With an older one, which is unsupported, the server may start with a warning.',
      },
)

const FURTHER_REQUIREMENTS: readonly Row[] = [
  {
    id: 'license-key',
    version: '6.0.0',
    title: 'Self-hosted Enterprise needs a valid licence key',
    plan: 'Enterprise',
  },
  {
    id: 'edge-19-1-3',
    version: '6.0.0',
    title: 'Edge proxies 19.1.3 or later',
    detail: 'Older ones cannot hand in their metrics; flag evaluation still works.',
  },
  {
    id: 'esm',
    version: '7.0.0',
    title: 'ECMAScript modules only',
    detail: 'Custom builds have to support them.',
  },
  {
    id: 'client-tokens',
    version: '4.0.0',
    title: 'Every client SDK needs an API token',
  },
]

const of = (kind: VersionChange['kind'], rows: readonly Row[]): VersionChange[] =>
  rows.map((row) => ({ kind, source: row.version.startsWith('8') ? 'contract' : 'document', ...row }))

export const OTHER_CHANGES: readonly VersionChange[] = [
  ...of('property removed', PROPERTIES),
  ...of('endpoint restored', RESTORED),
  ...of('requirement', [...NODES, ...DATABASES, ...FURTHER_REQUIREMENTS]),
]
