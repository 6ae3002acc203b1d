import type { ChangeRequestState } from '#shared/changes/change-requests/index.ts'
import type { ChangeRequest } from '#shared/changes/schemas/change-request.ts'
import type { Permission } from '#shared/access/permissions/index.ts'
import type { Answer, TestBackend } from '../service/start-backend.ts'
import type { TestUser } from '../service/prepare-users.ts'
import { readEventLog } from '../service/event-log.ts'
import { updateProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'
import { createFeature } from '#shared/flags/contract/features.ts'

export const PROJECT = '/api/admin/projects/default'
export const REQUESTS = `${PROJECT}/change-requests`

const withPermissions = (username: string, ...permissions: Permission[]): TestUser => ({
  username,
  roles: ['Viewer'],
  permissions: permissions.map((permission) => ({ permission, environment: 'production' })),
})

/** Everybody that a change request in production meets. */
export const PEOPLE: readonly TestUser[] = [
  { username: 'root', roles: ['Admin'] },
  { username: 'author', roles: ['Viewer'] },
  { username: 'viewer', roles: ['Viewer'] },
  { username: 'editor', roles: ['Editor'] },
  withPermissions('reviewer', 'APPROVE_CHANGE_REQUEST'),
  withPermissions('second reviewer', 'APPROVE_CHANGE_REQUEST'),
  withPermissions('applier', 'APPLY_CHANGE_REQUEST'),
  withPermissions('both', 'APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST'),
  withPermissions('skipper', 'SKIP_CHANGE_REQUEST'),
]

/** Shorthand for what tests do with change requests. */
export function requestsOf(app: TestBackend) {
  const whole = (answer: Answer): ChangeRequest => {
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
    return answer.body as ChangeRequest
  }
  const post = (body: unknown, as = 'author', environment = 'production') =>
    app.call('POST', `${PROJECT}/environments/${environment}/change-requests`, { body, as })
  const put = (id: number, state: ChangeRequestState, as = 'author', more: object = {}) =>
    app.call('PUT', `${REQUESTS}/${id}/state`, { body: { state, ...more }, as })

  return {
    post,
    put,
    /** Turns requests on in an environment; 0 approvals: off. */
    configure: (requiredApprovals: number, environment = 'production') =>
      app.call(updateProjectChangeRequestConfig, {
        params: { projectId: 'default', environment },
        body: { changeRequestsEnabled: requiredApprovals > 0, requiredApprovals },
      }),
    add: async (body: unknown, as = 'author') => whole(await post(body, as)),
    get: async (id: number, as = 'root') => whole(await app.call('GET', `${REQUESTS}/${id}`, { as })),
    /** Brings a request there, or fails. */
    move: async (id: number, state: ChangeRequestState, as = 'author', more: object = {}) => {
      const answer = await put(id, state, as, more)
      if (answer.status !== 200) throw new Error(`${state} by ${as}: ${answer.status} ${answer.text}`)
      return answer
    },
    /** A new flag, for a test of its own. */
    addFlag: async (name: string) => {
      const answer = await app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
      if (answer.status !== 201) throw new Error(answer.text)
      return name
    },
    /** A strategy on a flag in production, put there directly by the admin token. */
    addStrategy: async (flag: string, body: object = { name: 'default' }) => {
      const path = `${PROJECT}/features/${flag}/environments/production/strategies`
      return (await app.call('POST', path, { body })).body as { id: string }
    },
    /** The events of a type, the newest first. */
    events: async (type: string) => await readEventLog(app, { type: `IS:${type}` }),
  }
}

export type Requests = ReturnType<typeof requestsOf>
