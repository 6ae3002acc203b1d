import { afterAll, beforeAll, beforeEach } from 'vitest'

import type { ActionSet, ActionSetEvent } from '#shared/signals/schemas/action.ts'
import type { SignalQueue } from '#shared/signals/schemas/action-execution.ts'
import { actionSet, addEndpoint, addServiceAccount, addSignal, createSet, switching } from './actions.ts'
import { addProject } from './projects.ts'
import { OWNER_AND_VIEWER, startBackend, type Answer, type TestBackend } from '../service/start-backend.ts'
import { readEventLog } from '../service/event-log.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { addTag } from '#shared/flags/contract/feature-tags.ts'
import { getFeatureEnvironment } from '#shared/flags/contract/feature-environments.ts'
import { getSignalQueue } from '#shared/signals/contract/action-execution.ts'
import { createRole } from '#shared/access/contract/roles.ts'
import { addAccessToProject } from '#shared/projects/contract/project-access.ts'

export const ACTIONS = '/api/admin/projects/default/actions'
export const UNKNOWN = 9999
export const VIEWER = 3
const FLAGS = '/api/admin/projects/default/features'

interface AuditEvent {
  type: string
  createdBy: string
  featureName: string | null
  data: unknown
}

/** Instance with an endpoint and service accounts, with helpers for signals and action sets. */
export interface ActionStage {
  app: TestBackend
  endpoint: number
  /** ID of an Editor. */
  robot: number
  /** Service account that may only switch flags. */
  switcher: number
  /** Service account without permissions. */
  weakling: number
  /** Deletes sets and signals; returns two new flags, the first of which is on. */
  clear(): Promise<[flag: string, second: string]>
  turn(name: string, to: string): Promise<Answer>
  tag(name: string, value: string): Promise<Answer>
  isOn(name: string): Promise<boolean>
  /** Builds the body of a set that turns the first flag off. */
  draft(rest?: Record<string, unknown>): ReturnType<typeof actionSet>
  create(rest?: Record<string, unknown>): Promise<ActionSet>
  /** Builds filters that match only signals with such a payload. */
  when(payload: object): { match: object }
  critical(): { match: object }
  signal(payload?: unknown, at?: number): Promise<number>
  run(): Promise<void>
  eventsOf(id: number, query?: string, project?: string): Promise<ActionSetEvent[]>
  /** Reads the result of each action of the last execution. */
  results(id: number, project?: string): Promise<unknown[]>
  audit(limit?: number): Promise<AuditEvent[]>
  queue(): Promise<SignalQueue>
}

async function startActionStage(): Promise<ActionStage> {
  const app = await startBackend({
    users: OWNER_AND_VIEWER,
  })
  await addProject(app, 'other')
  const endpoint = await addEndpoint(app, 'alerts')
  const robot = await addServiceAccount(app, 'robot')
  const weakling = await addServiceAccount(app, 'weakling', VIEWER)
  const switcher = await addServiceAccount(app, 'switcher', VIEWER)
  await letSwitch(app, switcher)

  let flags = 0
  let flag: string
  const turn = (name: string, to: string) =>
    app.call('POST', `${FLAGS}/${name}/environments/development/${to}`)
  const draft = (rest: Record<string, unknown> = {}) =>
    actionSet(endpoint, robot, { actions: [switching('OFF', flag)], ...rest })
  const when = (payload: object) => ({ match: { source: 'signal-endpoint', sourceId: endpoint, payload } })
  const eventsOf = async (id: number, query = '', project = 'default') => {
    const { body } = await app.call('GET', `/api/admin/projects/${project}/actions/${id}/events${query}`)
    return (body as { actionSetEvents: ActionSetEvent[] }).actionSetEvents
  }
  return {
    app,
    endpoint,
    robot,
    switcher,
    weakling,
    clear: async () => {
      const { queries } = app.backend.store
      await queries.deleteFrom('action_sets').execute()
      await queries.deleteFrom('signals').execute()
      await queries.updateTable('signal_endpoints').set({ enabled: true }).execute()
      flag = `flag-${flags}`
      const second = `second-${flags++}`
      for (const name of [flag, second])
        await app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
      await turn(flag, 'on')
      return [flag, second]
    },
    turn,
    tag: (name, value) =>
      app.call(addTag, { params: { featureName: name }, body: { type: 'simple', value } }),
    isOn: async (name) => {
      const { body } = await app.call(getFeatureEnvironment, {
        params: { projectId: 'default', featureName: name, environment: 'development' },
      })
      return body.enabled
    },
    draft,
    create: (rest) => createSet(app, draft(rest)),
    when,
    critical: () => when({ 'payload.severity': { operator: 'IN', values: ['critical'] } }),
    signal: (payload = {}, at = endpoint) => addSignal(app, at, payload),
    run: () => app.backend.runJobs(),
    eventsOf,
    results: async (id, project) => {
      const [event] = await eventsOf(id, '', project)
      return [
        event?.state,
        ...(event?.actionSet.actions ?? []).map(({ state, details }) => [state, details ?? null]),
      ]
    },
    audit: async (limit = 50) => {
      return await readEventLog(app, { limit: String(limit) })
    },
    queue: async () => (await app.call(getSignalQueue)).body,
  }
}

/**
 * Starts the stage for the tests of a file; each test begins without sets and signals, and with two new flags,
 * the first of which is on.
 */
export function useActionStage(): ActionStage & { flag: string; second: string } {
  const stage = {} as ReturnType<typeof useActionStage>
  beforeAll(async () => {
    Object.assign(stage, await startActionStage())
  })
  beforeEach(async () => {
    ;[stage.flag, stage.second] = await stage.clear()
  })
  afterAll(() => stage.app.stop())
  return stage
}

/** Allows a user to switch flags in development. */
async function letSwitch(app: TestBackend, user: number): Promise<void> {
  const permissions = [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' }]
  const role = await app.call(createRole, {
    body: { name: 'Switcher', description: '', type: 'custom', permissions },
  })
  const { id: roleId } = role.body.roles
  await app.call(addAccessToProject, {
    params: { projectId: 'default' },
    body: { roles: [roleId], users: [user], groups: [] },
  })
}

/** Builds the action that turns all flags of a tag on or off in development. */
export const byTag = (to: 'ON' | 'OFF', value: string, sortOrder = 1) => ({
  action: `TOGGLE_FEATURES_${to}_BY_TAG`,
  sortOrder,
  executionParams: { environment: 'development', tag: `simple:${value}` },
})
