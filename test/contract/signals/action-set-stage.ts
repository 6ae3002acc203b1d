import { afterAll, beforeAll, beforeEach } from 'vitest'

import { createFeature } from '#shared/flags/contract/features.ts'
import { getProjectActions } from '#shared/signals/contract/actions.ts'
import type { ActionSet } from '#shared/signals/schemas/action.ts'
import { actionSet, addEndpoint, addServiceAccount, createSet } from '#support/stages/actions.ts'
import { addProject } from '#support/stages/projects.ts'
import { OWNER_AND_VIEWER, startBackend, type TestBackend } from '#support/service/start-backend.ts'

/** ID that no endpoint and no action set has. */
export const UNKNOWN = 9999

/** Instance with two projects, a flag, an endpoint and a service account, for the tests of action sets. */
export interface ActionSetStage {
  app: TestBackend
  endpoint: number
  /** ID of a service account. */
  robot: number
  /** Number of the test, for names of its own. */
  count: number
  /** Name of the sets of this test, unless said otherwise. */
  name: string
  /** Builds the body of a set. */
  draft: (rest?: Record<string, unknown>) => ReturnType<typeof actionSet>
  create: (rest?: Record<string, unknown>, project?: string) => Promise<ActionSet>
  list: (project?: string) => Promise<ActionSet[]>
}

/** Starts the stage for the tests of a file; each test begins without action sets. */
export function useActionSets(): ActionSetStage {
  const stage = {
    count: 0,
    draft: (rest = {}) => actionSet(stage.endpoint, stage.robot, { name: stage.name, ...rest }),
    create: (rest, project) => createSet(stage.app, stage.draft(rest), project),
    list: async (projectId = 'default') =>
      (await stage.app.call(getProjectActions, { params: { projectId } })).body.actions,
  } as ActionSetStage
  beforeAll(async () => {
    stage.app = await startBackend({ users: OWNER_AND_VIEWER })
    await addProject(stage.app, 'other')
    stage.endpoint = await addEndpoint(stage.app, 'alerts')
    stage.robot = await addServiceAccount(stage.app, 'robot')
    await stage.app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
  })
  beforeEach(async () => {
    await stage.app.backend.store.queries.deleteFrom('action_sets').execute()
    stage.name = `set-${stage.count++}`
  })
  afterAll(() => stage.app.stop())
  return stage
}
