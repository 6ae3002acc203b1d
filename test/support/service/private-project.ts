import { afterAll, beforeAll } from 'vitest'

import { ROOT_PERMISSIONS } from '#shared/access/permissions/root-permissions.ts'
import type { Permission } from '#shared/access/permissions/index.ts'
import { addGroup, giveAccess, userIdOf } from '../stages/access.ts'
import type { TestUser } from './prepare-users.ts'
import { addProject } from '../stages/projects.ts'
import { BACKEND_PRODUCTION, startBackend, type Answer, type TestBackend } from './start-backend.ts'
import { updateProject } from '#shared/projects/contract/project-lifecycle.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'
import { addFavoriteProject } from '#shared/flags/contract/favorites.ts'
import { updateProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'
import { updateChangeRequestState } from '#shared/changes/contract/change-requests.ts'
import {
  registerClientApplication,
  registerClientMetrics,
  getAllClientFeatures,
} from '#shared/clients/contract/client-api.ts'

/** Word in all names of the private project, and in no others. */
export const PRIVATE_WORD = 'hush'
/** Name of no project, with the same length. */
export const NONE = 'nosy'
const [MEMBER, EDITOR] = [5, 2]
const AT = '2026-11-21T12:00:00.000Z'

/** All permissions of a custom root role: given by a group, they open everything but private projects. */
const rootPermissions: Permission[] = ROOT_PERMISSIONS.map((one) => one.name).filter(
  (name) => name !== 'ADMIN',
)

/**
 * Users distinguished by docs/contract/projects.md#collaboration-modes, and whether each sees the private
 * project.
 */
export const PRIVATE_PROJECT_USERS: readonly (TestUser & { sees: boolean })[] = [
  { username: 'stranger', roles: ['Viewer'], sees: false },
  { username: 'member', roles: ['Viewer'], sees: true },
  { username: 'member through group', roles: ['Viewer'], sees: true },
  { username: 'editor', roles: ['Editor'], sees: true },
  { username: 'editor through group', roles: ['Viewer'], sees: true },
  {
    username: 'custom root role',
    permissions: rootPermissions.map((permission) => ({ permission })),
    atRoot: true,
    sees: true,
  },
  { username: 'custom root role through group', roles: ['Viewer'], sees: false },
  { username: 'admin too', roles: ['Admin'], sees: true },
]

/** Items of the two projects; `ids` are those that only the private project's items have. */
export interface PrivateProject {
  requestId: number
  segmentId: number
  strategyId: string
  groupId: number
  token: string
}

/** Creates a private project with an item of every kind, and an open project with the same. */
async function addPrivateProject(app: TestBackend): Promise<PrivateProject> {
  await addProject(app, PRIVATE_WORD)
  await addGroupsFor(app)
  const open = await fill(app, 'default', 'open')
  const found = await fill(app, PRIVATE_WORD, PRIVATE_WORD)
  await use(app, ['open-flag', `${PRIVATE_WORD}-flag`])
  await requireSuccess(
    app.call(updateProject, { params: { projectId: PRIVATE_WORD }, body: { name: 'Hush', mode: 'private' } }),
  )
  return { ...found, groupId: open.groupId }
}

async function addGroupsFor(app: TestBackend): Promise<void> {
  const { id: roleId } = await app.backend.store.queries
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'of custom root role')
    .executeTakeFirstOrThrow()
  await addGroup(app, 'editors', { rootRoleId: EDITOR, members: ['editor through group'] })
  await addGroup(app, 'auditors', { rootRoleId: roleId, members: ['custom root role through group'] })
  const team = await addGroup(app, 'team', { members: ['member through group'] })
  await giveAccess(app, PRIVATE_WORD, {
    roles: [MEMBER],
    users: [await userIdOf(app, 'member')],
    groups: [team],
  })
}

async function fill(app: TestBackend, project: string, word: string): Promise<PrivateProject> {
  const base = `/api/admin/projects/${project}`
  const post = (path: string, body?: unknown, as?: string) =>
    requireSuccess(app.call('POST', path, { ...(body === undefined ? {} : { body }), ...(as ? { as } : {}) }))
  for (const name of ['flag', 'old', 'child'])
    await post(`${base}/features`, { name: `${word}-${name}`, impressionData: true })
  const segment = await post('/api/admin/segments', { name: `${word}-segment`, project, constraints: [] })
  const { id: segmentId } = segment.body as { id: number }
  const flag = `${base}/features/${word}-flag`
  const strategy = await post(`${flag}/environments/production/strategies`, {
    name: 'default',
    segments: [segmentId],
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
  })
  await post(`${flag}/environments/production/on`)
  await post(`${flag}/link`, { url: `https://${word}.example.org` })
  await post(`/api/admin/features/${word}-flag/tags`, { type: 'simple', value: 'payments' })
  await post(`${base}/features/${word}-child/dependencies`, { feature: `${word}-flag` })
  await requireSuccess(
    app.call(archiveFeature, { params: { projectId: project, featureName: `${word}-old` } }),
  )
  await post(`${base}/context`, { name: `${word}Field` })
  const token = await post('/api/admin/api-tokens', {
    tokenName: `${word}-token`,
    type: 'backend',
    environment: 'production',
    projects: [...new Set(['default', project])],
  })
  // before the project is private, everybody may add favourites and request changes
  for (const as of ['stranger', 'member']) {
    await requireSuccess(
      app.call(addFavoriteProject, {
        params: { projectId: project },
        as,
        headers: { 'content-type': 'application/json' },
        raw: '{}',
      }),
    )
    await requireSuccess(
      app.call('POST', `${flag}/favorites`, {
        as,
        headers: { 'content-type': 'application/json' },
        raw: '{}',
      }),
    )
  }
  await requireSuccess(
    app.call(updateProjectChangeRequestConfig, {
      params: { projectId: project, environment: 'development' },
      body: { changeRequestsEnabled: true, requiredApprovals: 1 },
    }),
  )
  const change = { action: 'updateEnabled', feature: `${word}-flag`, payload: { enabled: true } }
  const request = await post(`${base}/environments/development/change-requests`, change, 'stranger')
  const { id: requestId } = request.body as { id: number }
  await requireSuccess(
    app.call(updateChangeRequestState, {
      params: { projectId: project, id: requestId },
      body: { state: 'In review' },
      as: 'stranger',
    }),
  )
  return {
    requestId,
    segmentId,
    strategyId: (strategy.body as { id: string }).id,
    groupId: 1,
    token: (token.body as { secret: string }).secret,
  }
}

/** Simulates an application that fetches flags, evaluates them and reports. */
async function use(app: TestBackend, flags: readonly string[]): Promise<void> {
  const token = BACKEND_PRODUCTION
  const instance = { appName: 'shop', instanceId: 'one' }
  await requireSuccess(
    app.call(registerClientApplication, {
      token,
      body: {
        ...instance,
        started: AT,
        interval: 10_000,
        strategies: ['default'],
        sdkVersion: 'unleash-client-node:3.0.0',
      },
    }),
  )
  const toggles = Object.fromEntries(flags.map((name) => [name, { yes: 3, no: 1, variants: { blue: 2 } }]))
  await requireSuccess(
    app.call(registerClientMetrics, {
      token,
      body: { ...instance, bucket: { start: AT, stop: AT, toggles } },
    }),
  )
  await requireSuccess(app.call(getAllClientFeatures, { token }))
}

/** Returns the response to a setup request; throws on an error. */
export async function requireSuccess<Body>(answering: Promise<Answer<Body>>): Promise<Answer<Body>> {
  const answer = await answering
  if (answer.status >= 400) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}

/** Starts an instance with the private project for the tests of a file. */
export function usePrivateProject(...more: TestUser[]): { app: TestBackend; there: PrivateProject } {
  const stage = {} as ReturnType<typeof usePrivateProject>
  beforeAll(async () => {
    stage.app = await startBackend({
      users: [...PRIVATE_PROJECT_USERS, ...more],
      rateLimits: { perMinute: {} },
    })
    stage.there = await addPrivateProject(stage.app)
  })
  afterAll(() => stage.app.stop())
  return stage
}

/** Removes from a response the project's name, and values that are new each time. */
export const withoutNames = ({ status, text }: Answer) => [
  status,
  text
    .replaceAll(PRIVATE_WORD, NONE)
    .replace(/"id":"[^"]*"/g, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''),
]
