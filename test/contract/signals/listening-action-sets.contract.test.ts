import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { actionSet, addEndpoint, addServiceAccount, createSet, switching } from '../../support/actions.ts'
import { addProject } from '../../support/projects.ts'
import { OWNER_AND_VIEWER, startBackend, type TestBackend } from '../../support/start-backend.ts'
import { createFeature } from '../../../src-shared/flags/contract/features.ts'
import {
  getProjectActions,
  getListeningActionSets,
  toggleActionSetOn,
} from '../../../src-shared/signals/contract/actions.ts'
import {
  createSignalEndpoint,
  deleteSignalEndpoint,
} from '../../../src-shared/signals/contract/signal-endpoints.ts'

const UNKNOWN = 9999
let app: TestBackend
let endpoint: number
let robot: number
let count = 0
let name: string

beforeAll(async () => {
  app = await startBackend({
    users: OWNER_AND_VIEWER,
  })
  await addProject(app, 'other')
  endpoint = await addEndpoint(app, 'alerts')
  robot = await addServiceAccount(app, 'robot')
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
})
beforeEach(async () => {
  await app.backend.store.queries.deleteFrom('action_sets').execute()
  name = `set-${count++}`
})
afterAll(() => app.stop())

const create = (rest: Record<string, unknown> = {}, project?: string) =>
  createSet(app, actionSet(endpoint, robot, { name, ...rest }), project)
const list = async () =>
  (await app.call(getProjectActions, { params: { projectId: 'default' } })).body.actions

describe('ux 3 task 5: the action sets of an endpoint', () => {
  const listening = async (id: number | string, as?: string) => {
    const { status, body } = await app.call(getListeningActionSets, {
      params: { signalEndpointId: id },
      ...(as ? { as } : {}),
    })
    return { status, sets: body.actionSets }
  }

  const params = { project: 'other', environment: 'development', featureName: 'flag' }
  const elsewhere = { ...switching('OFF', 'flag'), executionParams: params }

  it('are listed with their projects, without those of other endpoints', async () => {
    const quiet = await addEndpoint(app, `quiet-${count}`)
    const here = await create({ description: 'Roll back' })
    await create({ name: 'Elsewhere', actions: [elsewhere] }, 'other')
    expect(await listening(quiet)).toEqual({ status: 200, sets: [] })
    const { sets } = await listening(endpoint)
    expect(sets?.map((one) => one.name).sort()).toEqual(['Elsewhere', name].sort())
    expect(sets).toContainEqual({
      id: here.id,
      name,
      description: 'Roll back',
      enabled: true,
      project: 'default',
      projectName: 'Default',
      actions: here.actions.length,
    })
  })

  it("are visible to readers of their project's settings", async () => {
    await create()
    await create({ name: 'Elsewhere', actions: [elsewhere] }, 'other')
    expect((await listening(endpoint, 'owner')).sets?.map((one) => one.name)).toEqual([name])
    expect((await listening(endpoint, 'viewer')).sets).toEqual([])
  })

  it('are 404 for an unknown endpoint', async () => {
    expect((await listening(UNKNOWN)).status).toBe(404)
    expect((await listening('alerts')).status).toBe(400)
  })
})

describe('an action set whose endpoint is deleted', () => {
  it('is turned off, and stays off until it has another one', async () => {
    const made = await app.call(createSignalEndpoint, { body: { name: 'passing' } })
    const { id: sourceId } = made.body
    const { id } = await create({ match: { source: 'signal-endpoint', sourceId, payload: {} } })
    await app.call(deleteSignalEndpoint, { params: { id: sourceId } })
    expect(await list()).toMatchObject([{ id, enabled: false }])
    expect(await app.call(toggleActionSetOn, { params: { projectId: 'default', id } })).toMatchObject({
      status: 404,
      body: { message: `Signal endpoint with id ${sourceId} does not exist` },
    })
  })
})
