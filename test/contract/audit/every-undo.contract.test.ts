import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { REVERSIBLE_TYPES } from '#shared/audit/undo/index.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { root } from '#support/runner/root.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'

/** Method, path and body of a request of an admin. */
type Step = readonly [method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown]

const PROJECT = '/api/admin/projects/default'
const FLAGS = `${PROJECT}/features`
const ALPHA = `${FLAGS}/alpha`
const DEVELOPMENT = `${ALPHA}/environments/development`
const rollout = (title: string) => ({
  name: 'flexibleRollout',
  title,
  constraints: [{ contextName: 'plan', operator: 'IN', values: ['gold'] }],
  parameters: { rollout: '50', stickiness: 'default', groupId: 'alpha' },
  segments: [1],
})
const policy = (more: object) => ({ effect: 'warn', rule: { kind: 'description-required' }, ...more })
const expectation = (more: object) => ({
  flag: 'alpha',
  environment: 'development',
  contexts: [{ userId: '7' }],
  expect: { enabled: true },
  ...more,
})
const variant = { name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default' }
const role = (name: string, ...permissions: string[]) => ({
  name,
  description: '',
  permissions: permissions.map((one) => ({ name: one })),
})
const parameter = { name: 'region', type: 'string', description: '', required: true }

const codeFolder = (name: string) => join(root, 'test', name)

/** Entities that the acts begin with. */
const BEGINNING: readonly Step[] = [
  ['POST', '/api/admin/projects', { id: 'shop', name: 'Shop' }],
  ['POST', '/api/admin/projects', { id: 'old', name: 'Old' }],
  ['POST', '/api/admin/projects/archive/old'],
  ['POST', '/api/admin/segments', { name: 'people', constraints: [] }],
  ['POST', '/api/admin/segments', { name: 'unused', constraints: [] }],
  ['POST', '/api/admin/context', { name: 'plan', legalValues: [{ value: 'gold' }] }],
  ['POST', '/api/admin/context', { name: 'unused' }],
  ['POST', '/api/admin/tag-types', { name: 'team', description: 'x' }],
  ['POST', '/api/admin/tags', { type: 'team', value: 'blue' }],
  ['POST', '/api/admin/strategies', { name: 'own', description: 'x', parameters: [parameter] }],
  ['POST', '/api/admin/strategies', { name: 'dated', parameters: [] }],
  ['POST', '/api/admin/strategies/dated/deprecate'],
  ['POST', '/api/admin/environments', { name: 'preview', type: 'test' }],
  ['PUT', `${PROJECT}/code`, { folders: [codeFolder('support'), codeFolder('layering')] }],
  ['POST', FLAGS, { name: 'parent' }],
  ['POST', FLAGS, { name: 'other-parent' }],
  ['POST', FLAGS, { name: 'stale' }],
  ['POST', `${PROJECT}/stale`, { features: ['stale'], stale: true }],
  ['POST', FLAGS, { name: 'gone' }],
  ['POST', `${FLAGS}/gone/environments/production/strategies`, rollout('of gone')],
  ['DELETE', `${FLAGS}/gone`],
  ['POST', FLAGS, { name: 'alpha' }],
  ['POST', '/api/halyard/expectations', expectation({ name: 'kept' })],
  ['POST', '/api/halyard/expectations', expectation({ name: 'unused' })],
  ['POST', '/api/halyard/policies', policy({ name: 'kept' })],
  ['POST', '/api/halyard/policies', policy({ name: 'unused' })],
  ['POST', `${DEVELOPMENT}/strategies`, rollout('first')],
  ['POST', `${DEVELOPMENT}/strategies`, rollout('second')],
  ['POST', `${DEVELOPMENT}/on`],
  ['POST', '/api/admin/features/alpha/tags', { type: 'team', value: 'blue' }],
  ['POST', `${ALPHA}/link`, { url: 'https://a.example', title: 'A' }],
  ['POST', `${ALPHA}/dependencies`, { feature: 'parent' }],
  ['POST', '/api/admin/roles', role('tester', 'CREATE_FEATURE')],
  ['POST', '/api/admin/roles', role('unused', 'UPDATE_FEATURE')],
  ['POST', '/api/admin/groups', { name: 'qa', users: [{ user: { id: 2 } }] }],
  ['POST', '/api/admin/groups', { name: 'unused' }],
  ['PUT', `${PROJECT}/users/2/roles`, { roles: [4] }],
  ['PUT', `${PROJECT}/groups/1/roles`, { roles: [5] }],
  ['PUT', `${PROJECT}/groups/2/roles`, { roles: [4, 5] }],
]

/** Ids that the service has given, known only once it has. */
const ids = { first: '', second: '', link: '', tester: 0, unused: 0 }

/** For each type of event that can be undone, an act that writes it. */
const ACTS: Record<string, () => Step> = {
  'feature-created': () => ['POST', FLAGS, { name: 'new', tags: [{ type: 'team', value: 'blue' }] }],
  'feature-metadata-updated': () => ['PUT', ALPHA, { description: 'new', type: 'experiment' }],
  'feature-archived': () => ['DELETE', ALPHA],
  'feature-revived': () => ['POST', '/api/admin/archive/revive/gone'],
  'feature-deleted': () => ['DELETE', '/api/admin/archive/gone'],
  'feature-stale-on': () => ['POST', `${PROJECT}/stale`, { features: ['alpha'], stale: true }],
  'feature-stale-off': () => ['POST', `${PROJECT}/stale`, { features: ['stale'], stale: false }],
  'feature-tagged': () => ['POST', '/api/admin/features/parent/tags', { type: 'team', value: 'blue' }],
  'feature-untagged': () => ['DELETE', '/api/admin/features/alpha/tags/team/blue'],
  'feature-project-change': () => ['POST', `${FLAGS}/stale/changeProject`, { newProjectId: 'shop' }],
  'feature-link-added': () => ['POST', `${ALPHA}/link`, { url: 'https://b.example' }],
  'feature-link-updated': () => ['PUT', `${ALPHA}/link/${ids.link}`, { url: 'https://c.example' }],
  'feature-link-removed': () => ['DELETE', `${ALPHA}/link/${ids.link}`],
  'feature-dependency-added': () => [
    'POST',
    `${ALPHA}/dependencies`,
    { feature: 'other-parent', enabled: false },
  ],
  'feature-dependency-removed': () => ['DELETE', `${ALPHA}/dependencies/parent`],
  'feature-dependencies-removed': () => ['DELETE', `${ALPHA}/dependencies`],
  'feature-environment-variants-updated': () => ['PUT', `${DEVELOPMENT}/variants`, [variant]],
  'feature-environment-enabled': () => ['POST', `${ALPHA}/environments/production/on`],
  'feature-environment-disabled': () => ['POST', `${DEVELOPMENT}/off`],
  'feature-strategy-add': () => ['POST', `${DEVELOPMENT}/strategies`, rollout('third')],
  'feature-strategy-update': () => [
    'PUT',
    `${DEVELOPMENT}/strategies/${ids.first}`,
    { ...rollout('edited'), disabled: true, constraints: [], segments: [] },
  ],
  'feature-strategy-remove': () => ['DELETE', `${DEVELOPMENT}/strategies/${ids.second}`],
  'strategy-order-changed': () => [
    'POST',
    `${DEVELOPMENT}/strategies/set-sort-order`,
    [
      { id: ids.second, sortOrder: 0 },
      { id: ids.first, sortOrder: 1 },
    ],
  ],
  'feature-type-updated': () => ['PUT', '/api/admin/feature-types/release/lifetime', { lifetimeDays: 7 }],
  'strategy-created': () => ['POST', '/api/admin/strategies', { name: 'new', parameters: [parameter] }],
  'strategy-updated': () => ['PUT', '/api/admin/strategies/own', { name: 'own', parameters: [] }],
  'strategy-deleted': () => ['DELETE', '/api/admin/strategies/own'],
  'strategy-deprecated': () => ['POST', '/api/admin/strategies/own/deprecate'],
  'strategy-reactivated': () => ['POST', '/api/admin/strategies/dated/reactivate'],
  'tag-type-created': () => ['POST', '/api/admin/tag-types', { name: 'area', description: 'y' }],
  'tag-type-updated': () => ['PUT', '/api/admin/tag-types/team', { description: 'z' }],
  'tag-type-deleted': () => ['DELETE', '/api/admin/tag-types/team'],
  'tag-created': () => ['POST', '/api/admin/tags', { type: 'team', value: 'green' }],
  'tag-deleted': () => ['DELETE', '/api/admin/tags/team/blue'],
  'context-field-created': () => ['POST', '/api/admin/context', { name: 'region', stickiness: true }],
  'context-field-updated': () => ['PUT', '/api/admin/context/plan', { description: 'z', legalValues: [] }],
  'context-field-deleted': () => ['DELETE', '/api/admin/context/unused'],
  'segment-created': () => ['POST', '/api/admin/segments', { name: 'new', constraints: [] }],
  'segment-updated': () => [
    'PUT',
    '/api/admin/segments/1',
    { name: 'folk', constraints: [{ contextName: 'userId', operator: 'IN', values: ['a'] }] },
  ],
  'expectation-created': () => ['POST', '/api/halyard/expectations', expectation({ name: 'new' })],
  'expectation-updated': () => [
    'PUT',
    '/api/halyard/expectations/kept',
    expectation({ contexts: [{}], expect: { enabled: false } }),
  ],
  'expectation-deleted': () => ['DELETE', '/api/halyard/expectations/unused'],
  'policy-created': () => ['POST', '/api/halyard/policies', policy({ name: 'new' })],
  'policy-updated': () => ['PUT', '/api/halyard/policies/kept', policy({ enabled: false })],
  'policy-deleted': () => ['DELETE', '/api/halyard/policies/unused'],
  'segment-deleted': () => ['DELETE', '/api/admin/segments/2'],
  'environment-created': () => ['POST', '/api/admin/environments', { name: 'new', type: 'test' }],
  'environment-updated': () => ['PUT', '/api/admin/environments/update/preview', { type: 'development' }],
  'project-environment-added': () => ['POST', `${PROJECT}/environments`, { environment: 'preview' }],
  'project-created': () => [
    'POST',
    '/api/admin/projects',
    { id: 'new', name: 'New', environments: ['production'] },
  ],
  'project-updated': () => ['PUT', PROJECT, { name: 'Main', description: 'd', mode: 'protected' }],
  'project-code-folders-updated': () => ['PUT', `${PROJECT}/code`, { folders: [codeFolder('resilience')] }],
  'project-archived': () => ['POST', '/api/admin/projects/archive/shop'],
  'project-revived': () => ['POST', '/api/admin/projects/revive/old'],
  'default-strategy-updated': () => [
    'POST',
    `${PROJECT}/environments/development/default-strategy`,
    rollout('usual'),
  ],
  'change-request-configuration-updated': () => [
    'PUT',
    `${PROJECT}/environments/production/change-requests/config`,
    { changeRequestsEnabled: true, requiredApprovals: 2 },
  ],
  'project-access-updated': () => [
    'PUT',
    `${PROJECT}/access`,
    { roles: [{ id: 4, users: [3], groups: [1, 2] }] },
  ],
  'project-access-user-roles-updated': () => ['PUT', `${PROJECT}/users/2/roles`, { roles: [5] }],
  'project-access-user-roles-deleted': () => ['DELETE', `${PROJECT}/users/2/roles`],
  'project-access-group-roles-updated': () => ['PUT', `${PROJECT}/groups/1/roles`, { roles: [4, 5] }],
  'project-access-group-roles-deleted': () => ['DELETE', `${PROJECT}/groups/1/roles`],
  'role-created': () => ['POST', '/api/admin/roles', role('new', 'DELETE_FEATURE')],
  'role-updated': () => ['PUT', `/api/admin/roles/${ids.tester}`, role('checker', 'DELETE_FEATURE')],
  'role-deleted': () => ['DELETE', `/api/admin/roles/${ids.unused}`],
  'group-created': () => ['POST', '/api/admin/groups', { name: 'new', users: [{ user: { id: 3 } }] }],
  'group-updated': () => [
    'PUT',
    '/api/admin/groups/1',
    { name: 'testers', mappingsSSO: ['qa'], users: [{ user: { id: 3 } }] },
  ],
  'group-deleted': () => ['DELETE', '/api/admin/groups/2'],
}

let app: TestBackend

const send = ([method, path, body]: Step) => app.call(method, path, body === undefined ? {} : { body })
/** State that each undo restores. */
let beginning: Record<string, unknown>

async function act(step: Step): Promise<unknown> {
  const { status, body } = await send(step)
  if (status >= 300) throw new Error(JSON.stringify({ step, status, body }))
  return body
}
const read = async <Body>(path: string) => (await app.call('GET', path)).body as Body

beforeAll(async () => {
  app = await startBackend({
    env: { HALYARD_CODE_ROOTS: join(root, 'test') },
    users: [
      { username: 'first', roles: ['Editor'] },
      { username: 'second', roles: ['Viewer'] },
    ],
  })
  for (const step of BEGINNING) await act(step)
  const [first, second] = await read<{ id: string }[]>(`${DEVELOPMENT}/strategies`)
  const { links } = await read<{ links: { id: string }[] }>(ALPHA)
  const { roles } = await read<{ roles: { id: number; name: string }[] }>('/api/admin/roles')
  const idOf = (name: string) => roles.find((one) => one.name === name)?.id ?? 0
  Object.assign(ids, {
    first: first?.id,
    second: second?.id,
    link: links[0]?.id,
    tester: idOf('tester'),
    unused: idOf('unused'),
  })
  beginning = await readState()
})
afterAll(() => app.stop())

const SHOWN = [
  ...['alpha', 'gone', 'new', 'parent', 'stale'].map((name) => `${FLAGS}/${name}`),
  '/api/admin/projects/shop/features/stale',
  ...['development', 'production'].map((name) => `${ALPHA}/environments/${name}`),
  `${FLAGS}/gone/environments/production/strategies`,
  `${PROJECT}/archive/features`,
  ...['default', 'shop', 'old', 'new'].map((name) => `/api/admin/projects/${name}/overview`),
  `${PROJECT}/access`,
  `${PROJECT}/change-requests/config`,
  `${PROJECT}/code`,
  '/api/admin/environments/project/default',
  ...['projects', 'projects?archived=true', 'environments', 'roles', 'groups', 'segments', 'context'].map(
    (list) => `/api/admin/${list}`,
  ),
  ...['tag-types', 'tags', 'strategies', 'feature-types'].map((list) => `/api/admin/${list}`),
]
/** Times of change and what counts writes do not come back (ADR 35). */
const NOT_RESTORED = new Set([
  'updatedAt',
  'lastUpdatedAt',
  'archivedAt',
  'addedAt',
  'joinedAt',
  'lifecycle',
  'collaborators',
  'lastSeenAt',
  'stats',
  'meta',
])
const restorable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one: unknown) => (NOT_RESTORED.has(key) ? undefined : one)))

/** All that can be seen of the configuration: by people, and by SDKs. */
async function readState() {
  const state: Record<string, unknown> = {}
  for (const path of [...SHOWN, ...[ids.tester, ids.unused].map((id) => `/api/admin/roles/${id}`)]) {
    const { status, body } = await app.call('GET', path)
    state[path] = status === 200 ? restorable(body) : status
  }
  state['sdk'] = restorable((await app.call('GET', '/api/client/features', { token: BACKEND })).body)
  return state
}

it('there is an act for each type of event that can be undone', () => {
  expect(Object.keys(ACTS).toSorted()).toEqual([...REVERSIBLE_TYPES].toSorted())
})

describe('undoing restores the former state', () => {
  it.each(Object.keys(ACTS))('%s', async (type) => {
    const [last] = await readEventLog(app, { limit: '1' })
    await act(ACTS[type]?.() ?? ['POST', '/'])
    const written = (await readEventLog(app, { limit: '10' })).filter(({ id }) => id > (last?.id ?? 0))
    expect(written.map((one) => one.type)).toContain(type)
    const undone = await act(['POST', `/api/admin/undo/${written[0]?.id}`, { scope: 'write' }])
    expect(undone).not.toEqual({ changes: [] })
    expect(await readState()).toEqual(beginning)
  })
})

it('a group that has got roles in projects since is not taken away with them', async () => {
  await act(['POST', '/api/admin/groups', { name: 'young' }])
  const [{ id: event, data } = { id: 0, data: null }] = await readEventLog(app, { limit: '1' })
  const roles = `${PROJECT}/groups/${String(data?.['id'])}/roles`
  await act(['PUT', roles, { roles: [4] }])
  const undo: Step = ['POST', `/api/admin/undo/${event}`, {}]
  expect(await send(undo)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('roles in projects (default)') as string },
  })
  await act(['DELETE', roles])
  await act(undo)
  expect(await readState()).toEqual(beginning)
})
