import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ActionSet } from '../../../src-shared/signals/schemas/action.ts'
import { actionSet, addEndpoint, addServiceAccount, createSet, switching } from '../../support/actions.ts'
import { addProject } from '../../support/projects.ts'
import { startBackend, type TestBackend } from '../../support/start-backend.ts'

const ACTIONS = '/api/admin/projects/default/actions'
const UNKNOWN = 9999
let app: TestBackend
let endpoint: number
let robot: number
let count = 0
let name: string

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'owner', roles: ['Viewer', 'Owner'] },
      { username: 'viewer', roles: ['Viewer'] },
    ],
  })
  await addProject(app, 'other')
  endpoint = await addEndpoint(app, 'alerts')
  robot = await addServiceAccount(app, 'robot')
  await app.call('POST', '/api/admin/projects/default/features', { body: { name: 'flag' } })
})
beforeEach(async () => {
  await app.backend.store.queries.deleteFrom('action_sets').execute()
  name = `set-${count++}`
})
afterAll(() => app.stop())

const create = (rest: Record<string, unknown> = {}, project?: string) =>
  createSet(app, actionSet(endpoint, robot, { name, ...rest }), project)
const list = async () => ((await app.call('GET', ACTIONS)).body as { actions: ActionSet[] }).actions

describe('ux 3 task 5: the action sets that an endpoint starts', () => {
  const listening = async (id: number | string, as?: string) => {
    const at = `/api/admin/signal-endpoints/${id}/action-sets`
    const { status, body } = await app.call('GET', at, as ? { as } : {})
    return { status, sets: (body as { actionSets?: { name: string }[] }).actionSets }
  }

  const params = { project: 'other', environment: 'development', featureName: 'flag' }
  const elsewhere = { ...switching('OFF', 'flag'), executionParams: params }

  it('are listed with their projects, and those of other endpoints are not', async () => {
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

  it('are shown to whoever may read the settings of their project', async () => {
    await create()
    await create({ name: 'Elsewhere', actions: [elsewhere] }, 'other')
    expect((await listening(endpoint, 'owner')).sets?.map((one) => one.name)).toEqual([name])
    expect((await listening(endpoint, 'viewer')).sets).toEqual([])
  })

  it('are not found for an endpoint that is not there', async () => {
    expect((await listening(UNKNOWN)).status).toBe(404)
    expect((await listening('alerts')).status).toBe(400)
  })
})

describe('an action set whose endpoint goes', () => {
  it('is turned off, and stays off until it has another one', async () => {
    const made = await app.call('POST', '/api/admin/signal-endpoints', { body: { name: 'passing' } })
    const { id: sourceId } = made.body as { id: number }
    const { id } = await create({ match: { source: 'signal-endpoint', sourceId, payload: {} } })
    await app.call('DELETE', `/api/admin/signal-endpoints/${sourceId}`)
    expect(await list()).toMatchObject([{ id, enabled: false }])
    expect(await app.call('POST', `${ACTIONS}/${id}/on`)).toMatchObject({
      status: 404,
      body: { message: `Signal endpoint with id ${sourceId} does not exist` },
    })
  })
})
