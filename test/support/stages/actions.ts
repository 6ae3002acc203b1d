import { insertSignal } from '#domains/signals/signals/signals.store.ts'
import type { ActionSet } from '#shared/signals/schemas/action.ts'
import type { TestBackend } from '../service/start-backend.ts'
import { createServiceAccount } from '#shared/access/contract/service-accounts.ts'

const AT = '2026-11-21T12:00:00.000Z'

/** Puts a signal endpoint into the store; answers its number. */
export async function addEndpoint(
  { backend }: TestBackend,
  name: string,
  { enabled = true } = {},
): Promise<number> {
  const { id } = await backend.store.queries
    .insertInto('signal_endpoints')
    .values({ name, description: null, enabled, created_at: AT, created_by_user_id: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Puts a signal into the store, as one that comes in; answers its number. */
export async function addSignal(
  { backend, clock }: TestBackend,
  sourceId: number,
  payload: unknown = {},
): Promise<number> {
  const { id } = await insertSignal(backend.store.queries, {
    sourceId,
    payload,
    createdAt: clock.now().toISOString(),
  })
  return id
}

/** Creates a service account with a root role: 1 Admin, 2 Editor, 3 Viewer. */
export async function addServiceAccount(app: TestBackend, username: string, rootRole = 2): Promise<number> {
  const body = { name: `The ${username}`, username, rootRole }
  const answer = await app.call(createServiceAccount, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}

/** An action set as one sends it. */
export const actionSet = (sourceId: number, actorId: number, rest: Record<string, unknown> = {}) => ({
  name: 'Turn off',
  match: { source: 'signal-endpoint', sourceId, payload: {} },
  actorId,
  actions: [switching('OFF', 'flag')],
  ...rest,
})

/** The action that turns a flag on or off in development. */
export const switching = (to: 'ON' | 'OFF', featureName: string, sortOrder = 1) => ({
  action: `TOGGLE_FEATURE_${to}`,
  sortOrder,
  executionParams: { project: 'default', environment: 'development', featureName },
})

/** Creates an action set; answers it. */
export async function createSet(app: TestBackend, body: unknown, project = 'default'): Promise<ActionSet> {
  const answer = await app.call('POST', `/api/admin/projects/${project}/actions`, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body as ActionSet
}
