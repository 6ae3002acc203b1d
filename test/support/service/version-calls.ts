import { lt } from 'semver'
import { expect } from 'vitest'

import { addGroup } from '../stages/access.ts'
import { BACKEND, type Call, type TestBackend } from './start-backend.ts'
import { createUser } from '#shared/access/contract/users.ts'

/** Request that works wherever its operation is served, on an instance prepared by `prepareForCalls`. */
export interface WorkingCall extends Call {
  method: string
  path: string
  status: number
}

/** Items on such an instance. */
export interface Stage {
  user: number
  group: number
}

const PROJECT = '/api/admin/projects/default'
const FLAG = 'flag'
const ROLES = { member: 5, owner: 4 }

/** Creates flags to change and archive, a user and a group. */
export async function prepareForCalls(app: TestBackend, version: string): Promise<Stage> {
  for (const name of [FLAG, 'archived-now']) {
    const path = lt(version, '4.0.0') ? '/api/admin/features' : `${PROJECT}/features`
    const made = await app.call('POST', path, { body: { name } })
    expect(made.status, made.text).toBe(201)
  }
  return { user: await addUser(app, version), group: await addGroup(app, 'team') }
}

/** Creates a user; returns 0 for version 3, whose requests need none. */
async function addUser(app: TestBackend, version: string): Promise<number> {
  if (lt(version, '4.0.0')) return 0
  const { body } = await app.call(createUser, { body: { username: 'somebody', rootRole: 3 } })
  return body.id
}

/**
 * Requests by method and path in the table of versions: one for each endpoint that a version removed or
 * restored.
 */
export const ENDPOINT_CALLS: Readonly<Record<string, (stage: Stage) => Omit<WorkingCall, 'method'>>> = {
  'GET /api/features': () => ({ path: '/api/features', token: BACKEND, status: 200 }),
  'GET /api/feature': () => ({ path: '/api/feature', token: BACKEND, status: 200 }),
  'POST /edge/metrics': () => ({
    path: '/edge/metrics',
    token: BACKEND,
    body: { applications: [], metrics: [] },
    status: 202,
  }),
  'POST /api/client/metrics/custom': () => ({
    path: '/api/client/metrics/custom',
    token: BACKEND,
    body: { metrics: [{ name: 'x', value: 1 }] },
    status: 202,
  }),
  'GET /api/admin/custom-metrics': () => ({ path: '/api/admin/custom-metrics', status: 200 }),
  'GET /api/admin/custom-metrics/prometheus': () => ({
    path: '/api/admin/custom-metrics/prometheus',
    status: 200,
  }),
  'GET /api/admin/features': () => ({ path: '/api/admin/features', status: 200 }),
  'POST /api/admin/features': () => ({ path: '/api/admin/features', body: { name: 'of-old' }, status: 201 }),
  'GET /api/admin/features/:featureName': () => ({ path: `/api/admin/features/${FLAG}`, status: 200 }),
  'PUT /api/admin/features/:featureName': () => ({
    path: `/api/admin/features/${FLAG}`,
    body: { description: 'changed' },
    status: 200,
  }),
  'DELETE /api/admin/features/:featureName': () => ({
    path: '/api/admin/features/archived-now',
    status: 200,
  }),
  ...Object.fromEntries(
    ['toggle', 'toggle/on', 'toggle/off', 'stale/on', 'stale/off'].map((deed) => [
      `POST /api/admin/features/:featureName/${deed}`,
      () => ({ path: `/api/admin/features/${FLAG}/${deed}`, status: 200 }),
    ]),
  ),
  'GET /api/admin/archive/features': () => ({ path: '/api/admin/archive/features', status: 200 }),
  'GET /api/admin/archive/features/:projectId': () => ({
    path: '/api/admin/archive/features/default',
    status: 200,
  }),
  'GET /api/admin/projects/:projectId/users': () => ({ path: `${PROJECT}/users`, status: 200 }),
  ...ofVariants(),
  'POST /api/admin/projects/:projectId/role/:roleId/access': ({ user, group }) => ({
    path: `${PROJECT}/role/${ROLES.member}/access`,
    body: { users: [{ id: user }], groups: [{ id: group }] },
    status: 200,
  }),
  'PUT /api/admin/projects/:projectId/groups/:groupId/roles/:roleId': ({ group }) => ({
    path: `${PROJECT}/groups/${group}/roles/${ROLES.owner}`,
    status: 200,
  }),
  'DELETE /api/admin/projects/:projectId/groups/:groupId/roles/:roleId': ({ group }) => ({
    path: `${PROJECT}/groups/${group}/roles/${ROLES.owner}`,
    status: 200,
  }),
  'PUT /api/admin/projects/:projectId/users/:userId/roles/:roleId': ({ user }) => ({
    path: `${PROJECT}/users/${user}/roles/${ROLES.member}`,
    status: 200,
  }),
  'POST /api/admin/projects/:projectId/users/:userId/roles/:roleId': ({ user }) => ({
    path: `${PROJECT}/users/${user}/roles/${ROLES.owner}`,
    status: 200,
  }),
  'DELETE /api/admin/projects/:projectId/users/:userId/roles/:roleId': ({ user }) => ({
    path: `${PROJECT}/users/${user}/roles/${ROLES.member}`,
    status: 200,
  }),
  'GET /api/admin/projects/:projectId': () => ({ path: PROJECT, status: 200 }),
  'GET /api/admin/dashboard/executive': () => ({ path: '/api/admin/dashboard/executive', status: 200 }),
  'POST /api/admin/events/search': () => ({ path: '/api/admin/events/search', body: {}, status: 200 }),
  'GET /api/admin/metrics/traffic/:period': () => ({
    path: '/api/admin/metrics/traffic/2026-11',
    status: 200,
  }),
  'POST /api/admin/ui-config': () => ({ path: '/api/admin/ui-config', body: {}, status: 204 }),
  'GET /api/admin/instance-admin/statistics': () => ({
    path: '/api/admin/instance-admin/statistics',
    status: 200,
  }),
  'POST /api/admin/strategies': () => ({
    path: '/api/admin/strategies',
    body: { name: 'ours', parameters: [] },
    status: 201,
  }),
}

function ofVariants(): typeof ENDPOINT_CALLS {
  const at = `${PROJECT}/features/${FLAG}/variants`
  const row = '/api/admin/projects/:projectId/features/:featureName/variants'
  return {
    [`GET ${row}`]: () => ({ path: at, status: 200 }),
    [`PATCH ${row}`]: () => ({ path: at, body: [], status: 200 }),
    [`PUT ${row}`]: () => ({ path: at, body: [], status: 200 }),
  }
}

/** Requests by row of the table of capabilities: they work from that version on, and not before. */
export const CAPABILITY_CALLS: Readonly<Record<string, readonly WorkingCall[]>> = {
  'capability-rbac': [
    { method: 'GET', path: '/api/admin/user-admin', status: 200 },
    { method: 'GET', path: `${PROJECT}/features/${FLAG}`, status: 200 },
  ],
  'capability-custom-project-roles': [
    { method: 'GET', path: '/api/admin/roles', status: 200 },
    {
      method: 'POST',
      path: '/api/admin/roles',
      body: { name: 'ours', description: '', type: 'custom', permissions: [] },
      status: 200,
    },
  ],
  'capability-user-groups': [
    { method: 'POST', path: '/api/admin/groups', body: { name: 'another' }, status: 201 },
    { method: 'GET', path: '/api/admin/groups', status: 200 },
  ],
  'capability-default-strategy': [
    {
      method: 'POST',
      path: `${PROJECT}/environments/development/default-strategy`,
      body: { name: 'flexibleRollout', parameters: { rollout: '50' } },
      status: 200,
    },
  ],
  'capability-signals': [
    { method: 'POST', path: '/api/admin/signal-endpoints', body: { name: 'ours' }, status: 201 },
    { method: 'GET', path: '/api/admin/signal-endpoints', status: 200 },
    { method: 'GET', path: `${PROJECT}/actions`, status: 200 },
  ],
  'capability-release-template-permissions': [
    { method: 'POST', path: '/api/admin/release-plan-templates', body: { name: 'ours' }, status: 200 },
    { method: 'GET', path: '/api/admin/release-plan-templates', status: 200 },
  ],
  'capability-archive-projects': [
    { method: 'POST', path: '/api/admin/projects/archive/other', status: 200 },
    { method: 'POST', path: '/api/admin/projects/revive/other', status: 200 },
  ],
  'capability-access-overview': [{ method: 'GET', path: '/api/admin/access/overview', status: 200 }],
}
