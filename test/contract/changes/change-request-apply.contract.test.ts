import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ChangeRequest } from '../../../src-shared/changes/schemas/change-request.ts'
import { PEOPLE, PROJECT, requestsOf, type Requests } from '../../support/change-requests.ts'
import { BACKEND_PRODUCTION, startBackend, type TestBackend } from '../../support/start-backend.ts'
import { searchFeatures } from '../../../src-shared/flags/contract/search.ts'
import { getSegment } from '../../../src-shared/flags/contract/segments.ts'
import { getChangeRequests } from '../../../src-shared/changes/contract/change-requests.ts'
import { searchEvents } from '../../../src-shared/audit/contract/events.ts'
import { getAllClientFeatures } from '../../../src-shared/clients/contract/client-api.ts'

/**
 * Tests applying a request: it has the effect of the direct operations of its changes, all of them or none.
 */
let app: TestBackend
let requests: Requests
let flag: string
let twin: string
let count = 0

beforeAll(async () => {
  app = await startBackend({ users: PEOPLE })
  requests = requestsOf(app)
  await requests.configure(1)
})
beforeEach(async () => {
  count++
  await app.backend.store.queries.deleteFrom('change_requests').execute()
  flag = await requests.addFlag(`flag-${count}`)
  twin = await requests.addFlag(`twin-${count}`)
})
afterAll(() => app.stop())

const direct = async (method: string, path: string, body?: unknown) => {
  const answer = await app.call(method, path, body === undefined ? {} : { body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer
}
const at = (feature: string, path = '') => `${PROJECT}/features/${feature}${path}`
const inProduction = (feature: string, path = '') => at(feature, `/environments/production${path}`)

/** Creates, approves and applies a request, and returns it. */
async function apply(changes: unknown, as = 'applier'): Promise<ChangeRequest> {
  const { id } = await requests.add(changes)
  await requests.move(id, 'In review')
  await requests.move(id, 'Approved', 'reviewer')
  await requests.move(id, 'Applied', as)
  return requests.get(id)
}

/** Reads a flag without the data that differs between two flags, and without authors. */
async function look(feature: string): Promise<unknown> {
  const { body, text } = await app.call('GET', `${at(feature)}?variantEnvironments=true`)
  expect(text).toContain(feature)
  const plain = JSON.stringify(body, (key, value: unknown) =>
    ['id', 'collaborators'].includes(key) ? undefined : value,
  )
  return JSON.parse(plain.replaceAll(flag, 'flag').replaceAll(twin, 'flag'))
}

const STRATEGY = {
  name: 'flexibleRollout',
  title: 'Half',
  parameters: { rollout: '50' },
  constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
}

describe('applying a change has the effect of its operation', () => {
  it.each([
    ['enabling', { action: 'updateEnabled', payload: { enabled: true } }, ['POST', '/on']],
    ['adding a strategy', { action: 'addStrategy', payload: STRATEGY }, ['POST', '/strategies', STRATEGY]],
    [
      'setting variants',
      { action: 'patchVariant', payload: { variants: [{ name: 'a', weight: 1 }, { name: 'b', weight: 2 }] } },
      ['PUT', '/variants', [{ name: 'a', weight: 1 }, { name: 'b', weight: 2 }]],
    ],
  ] as const)('%s', async (_what, change, [method, path, body]) => {
    const nothing = await look(flag)
    await direct(method, inProduction(twin, path), body)
    await apply({ ...change, feature: flag })
    expect(await look(flag)).toEqual(await look(twin))
    expect(await look(flag)).not.toEqual(nothing)
  }) // prettier-ignore

  it('disabling, changing, ordering and deleting strategies', async () => {
    const ids: Record<string, string[]> = {}
    for (const one of [flag, twin]) {
      const [first, second, third] = [
        await requests.addStrategy(one),
        await requests.addStrategy(one, STRATEGY),
        await requests.addStrategy(one),
      ]
      ids[one] = [first.id, second.id, third.id]
      await direct('POST', inProduction(one, '/on'))
    }
    const [first = '', second = '', third = ''] = ids[twin] ?? []
    const order = (a: string, b: string) => [
      { id: a, sortOrder: 5 },
      { id: b, sortOrder: 1 },
    ]
    await direct('POST', inProduction(twin, '/off'))
    await direct('PUT', inProduction(twin, `/strategies/${second}`), { ...STRATEGY, title: 'Less' })
    await direct('POST', inProduction(twin, '/strategies/set-sort-order'), order(first, second))
    await direct('DELETE', inProduction(twin, `/strategies/${third}`))

    const [own1 = '', own2 = '', own3 = ''] = ids[flag] ?? []
    const before = await look(flag)
    const { features } = await apply([
      { action: 'updateEnabled', feature: flag, payload: { enabled: false } },
      { action: 'updateStrategy', feature: flag, payload: { id: own2, ...STRATEGY, title: 'Less' } },
      { action: 'reorderStrategy', feature: flag, payload: order(own1, own2) },
      { action: 'deleteStrategy', feature: flag, payload: { id: own3 } },
    ])
    expect(await look(flag)).toEqual(await look(twin))
    expect(await look(flag)).not.toEqual(before)
    // reviewers see the previous value
    expect(features[0]?.changes[1]?.payload).toMatchObject({
      title: 'Less',
      snapshot: { id: own2, title: 'Half' },
    })
  })

  it('enabling after strategies are added, in any order of the requests', async () => {
    await direct('POST', inProduction(twin, '/strategies'), STRATEGY)
    await direct('POST', inProduction(twin, '/on'))
    const { features } = await apply([
      { action: 'updateEnabled', feature: flag, payload: { enabled: true } },
      { action: 'addStrategy', feature: flag, payload: STRATEGY },
    ])
    // no default strategy: it would apply to everybody
    expect(await look(flag)).toEqual(await look(twin))
    expect(features[0]?.changes.map(({ action }) => action)).toEqual(['updateEnabled', 'addStrategy'])
  })

  it('archiving last', async () => {
    await apply([
      { action: 'archiveFeature', feature: flag },
      { action: 'updateEnabled', feature: flag, payload: { enabled: false } },
      { action: 'addStrategy', feature: flag, payload: STRATEGY },
    ])
    expect((await app.call(searchFeatures, { query: { archived: 'IS:true' } })).text).toContain(flag)
  })

  it('enabling with the disabled strategies', async () => {
    for (const one of [flag, twin]) await requests.addStrategy(one, { name: 'default', disabled: true })
    await direct('POST', inProduction(twin, '/on?shouldActivateDisabledStrategies=true'))
    await apply({
      action: 'updateEnabled',
      feature: flag,
      payload: { enabled: true, shouldActivateDisabledStrategies: true },
    })
    expect(await look(flag)).toEqual(await look(twin))
  })

  it('adding and removing a parent', async () => {
    const parent = await requests.addFlag(`parent-${count}`)
    await direct('POST', at(twin, '/dependencies'), { feature: parent, variants: ['v'] })
    await apply({ action: 'addDependency', feature: flag, payload: { feature: parent, variants: ['v'] } })
    expect(await look(flag)).toEqual(await look(twin))
    await direct('DELETE', at(twin, '/dependencies'))
    await apply({ action: 'deleteDependency', feature: flag })
    expect(await look(flag)).toEqual(await look(twin))
  })

  it('archiving', async () => {
    await apply({ action: 'archiveFeature', feature: flag })
    expect(await app.call('POST', inProduction(flag, '/on'))).toMatchObject({
      status: 400,
      body: { name: 'ArchivedFeatureError' },
    })
  })

  it('changing and deleting segments', async () => {
    const path = '/api/admin/segments'
    const make = async (name: string) =>
      ((await direct('POST', path, { name, project: 'default', constraints: [] })).body as { id: number }).id
    const [first, second] = [await make(`first-${count}`), await make(`second-${count}`)]
    const { id } = await apply([
      {
        action: 'updateSegment',
        payload: { id: first, name: `new-${count}`, constraints: STRATEGY.constraints },
      },
      { action: 'deleteSegment', payload: { id: second } },
    ])
    expect((await app.call(getSegment, { params: { id: first } })).body).toMatchObject({
      name: `new-${count}`,
      project: 'default',
      constraints: STRATEGY.constraints,
    })
    expect((await app.call(getSegment, { params: { id: second } })).status).toBe(404)
    // lists contain the changed items and the sent data
    const { body } = await app.call(getChangeRequests, { params: { projectId: 'default' } })
    const listed = body.find((one) => one.id === id)
    expect(listed?.segments.map(({ name, payload }) => [name, payload])).toEqual([
      [`new-${count}`, expect.objectContaining({ name: `new-${count}` }) as unknown],
      [`second-${count}`, expect.objectContaining({ id: second }) as unknown],
    ])
  })
})

describe('applying a change request', () => {
  it('is done by the user who applies, with the events of each change in one group', async () => {
    const { id } = await apply({ action: 'updateEnabled', feature: flag, payload: { enabled: true } })
    const { body } = await app.call(searchEvents, { query: { limit: '4' } })
    const { events } = body as {
      events: { type: string; createdBy: string; groupId: string; data: unknown }[]
    }
    expect(events.map(({ type, createdBy }) => [type, createdBy]).slice(0, 3)).toEqual([
      ['change-request-applied', 'applier'],
      ['feature-environment-enabled', 'applier'],
      ['feature-strategy-add', 'applier'],
    ])
    expect(new Set(events.slice(0, 3).map((event) => event.groupId)).size).toBe(1)
    expect(events[0]?.data).toEqual({ changeRequestId: id, name: `Change request #${id}` })
  })

  it('is visible to SDKs at their next request', async () => {
    const features = async () => {
      const { body } = await app.call(getAllClientFeatures, { token: BACKEND_PRODUCTION })
      return (body as { features: { name: string; enabled: boolean }[] }).features.find(
        (one) => one.name === flag,
      )
    }
    expect((await features())?.enabled).toBe(false)
    await apply({ action: 'updateEnabled', feature: flag, payload: { enabled: true } })
    expect((await features())?.enabled).toBe(true)
  })

  it('makes all changes or none, and keeps the request as it was', async () => {
    const { id } = await requests.add([
      { action: 'addStrategy', feature: flag, payload: { name: 'default' } },
      { action: 'updateEnabled', feature: twin, payload: { enabled: true } },
      // nothing to remove: the same error as from the operation itself
      { action: 'deleteDependency', feature: twin },
    ])
    await requests.move(id, 'In review')
    await requests.move(id, 'Approved', 'reviewer')
    const before = [await look(flag), await look(twin)]
    const told = await app.call(searchEvents)
    expect(await requests.put(id, 'Applied', 'applier')).toMatchObject({
      status: 409,
      body: {
        name: 'ConflictError',
        message: `The change request cannot be applied. ${twin}, deleteDependency: Feature "${twin}" has no dependencies to remove in project "default".`,
      },
    })
    expect([await look(flag), await look(twin)]).toEqual(before)
    expect((await requests.get(id)).state).toBe('Approved')
    expect((await app.call(searchEvents)).body).toEqual(told.body)
  })

  it('works where change requests have been turned off meanwhile', async () => {
    const { id } = await requests.add({ action: 'updateEnabled', feature: flag, payload: { enabled: true } })
    await requests.move(id, 'In review')
    await requests.move(id, 'Approved', 'reviewer')
    await requests.configure(0)
    await requests.move(id, 'Applied', 'applier')
    await requests.configure(1)
    expect((await requests.get(id)).state).toBe('Applied')
  })

  it('is rejected when the variants have been changed meanwhile', async () => {
    const { id } = await requests.add({ action: 'patchVariant', feature: flag, payload: { variants: [] } })
    await requests.move(id, 'In review')
    await requests.move(id, 'Approved', 'reviewer')
    await direct('PUT', inProduction(flag, '/variants'), [{ name: 'a', weight: 1 }])
    expect((await requests.put(id, 'Applied', 'applier')).status).toBe(409)
    await requests.move(id, 'Cancelled')
  })

  it('ignores a changed order of strategies', async () => {
    const [first, second] = [await requests.addStrategy(flag), await requests.addStrategy(flag)]
    const { id } = await requests.add({ action: 'deleteStrategy', feature: flag, payload: { id: first.id } })
    await direct('POST', inProduction(flag, '/strategies/set-sort-order'), [
      { id: first.id, sortOrder: 8 },
      { id: second.id, sortOrder: 0 },
    ])
    expect((await requests.get(id, 'author')).features[0]?.changes[0]).not.toHaveProperty('conflict')
  })
})
