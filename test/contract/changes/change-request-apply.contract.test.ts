import { describe, expect, it } from 'vitest'

import { PROJECT } from '#support/stages/change-requests.ts'
import { BACKEND_PRODUCTION } from '#support/service/start-backend.ts'
import { searchFeatures } from '#shared/flags/contract/search.ts'
import { getSegment } from '#shared/flags/contract/segments.ts'
import { getChangeRequests } from '#shared/changes/contract/change-requests.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { useTwinFlags } from './twin-flags-stage.ts'

/**
 * Tests applying a request: it has the effect of the direct operations of its changes, all of them or none.
 */
const stage = useTwinFlags()
const { direct, apply } = stage
const at = (feature: string, path = '') => `${PROJECT}/features/${feature}${path}`
const inProduction = (feature: string, path = '') => at(feature, `/environments/production${path}`)

/** Reads a flag without the data that differs between two flags, and without authors. */
async function look(feature: string): Promise<unknown> {
  const { body, text } = await stage.app.call('GET', `${at(feature)}?variantEnvironments=true`)
  expect(text).toContain(feature)
  return stage.withoutNames(body, ['id', 'collaborators'])
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
    const nothing = await look(stage.flag)
    await direct(method, inProduction(stage.twin, path), body)
    await apply({ ...change, feature: stage.flag })
    expect(await look(stage.flag)).toEqual(await look(stage.twin))
    expect(await look(stage.flag)).not.toEqual(nothing)
  }) // prettier-ignore

  it('disabling, changing, ordering and deleting strategies', async () => {
    const ids: Record<string, string[]> = {}
    for (const one of [stage.flag, stage.twin]) {
      const [first, second, third] = [
        await stage.requests.addStrategy(one),
        await stage.requests.addStrategy(one, STRATEGY),
        await stage.requests.addStrategy(one),
      ]
      ids[one] = [first.id, second.id, third.id]
      await direct('POST', inProduction(one, '/on'))
    }
    const [first = '', second = '', third = ''] = ids[stage.twin] ?? []
    const order = (a: string, b: string) => [
      { id: a, sortOrder: 5 },
      { id: b, sortOrder: 1 },
    ]
    await direct('POST', inProduction(stage.twin, '/off'))
    await direct('PUT', inProduction(stage.twin, `/strategies/${second}`), { ...STRATEGY, title: 'Less' })
    await direct('POST', inProduction(stage.twin, '/strategies/set-sort-order'), order(first, second))
    await direct('DELETE', inProduction(stage.twin, `/strategies/${third}`))

    const [own1 = '', own2 = '', own3 = ''] = ids[stage.flag] ?? []
    const before = await look(stage.flag)
    const { features } = await apply([
      { action: 'updateEnabled', feature: stage.flag, payload: { enabled: false } },
      { action: 'updateStrategy', feature: stage.flag, payload: { id: own2, ...STRATEGY, title: 'Less' } },
      { action: 'reorderStrategy', feature: stage.flag, payload: order(own1, own2) },
      { action: 'deleteStrategy', feature: stage.flag, payload: { id: own3 } },
    ])
    expect(await look(stage.flag)).toEqual(await look(stage.twin))
    expect(await look(stage.flag)).not.toEqual(before)
    // reviewers see the previous value
    expect(features[0]?.changes[1]?.payload).toMatchObject({
      title: 'Less',
      snapshot: { id: own2, title: 'Half' },
    })
  })

  it('enabling after strategies are added, in any order of the requests', async () => {
    await direct('POST', inProduction(stage.twin, '/strategies'), STRATEGY)
    await direct('POST', inProduction(stage.twin, '/on'))
    const { features } = await apply([
      { action: 'updateEnabled', feature: stage.flag, payload: { enabled: true } },
      { action: 'addStrategy', feature: stage.flag, payload: STRATEGY },
    ])
    // no default strategy: it would apply to everybody
    expect(await look(stage.flag)).toEqual(await look(stage.twin))
    expect(features[0]?.changes.map(({ action }) => action)).toEqual(['updateEnabled', 'addStrategy'])
  })

  it('archiving last', async () => {
    await apply([
      { action: 'archiveFeature', feature: stage.flag },
      { action: 'updateEnabled', feature: stage.flag, payload: { enabled: false } },
      { action: 'addStrategy', feature: stage.flag, payload: STRATEGY },
    ])
    expect((await stage.app.call(searchFeatures, { query: { archived: 'IS:true' } })).text).toContain(
      stage.flag,
    )
  })

  it('enabling with the disabled strategies', async () => {
    for (const one of [stage.flag, stage.twin])
      await stage.requests.addStrategy(one, { name: 'default', disabled: true })
    await direct('POST', inProduction(stage.twin, '/on?shouldActivateDisabledStrategies=true'))
    await apply({
      action: 'updateEnabled',
      feature: stage.flag,
      payload: { enabled: true, shouldActivateDisabledStrategies: true },
    })
    expect(await look(stage.flag)).toEqual(await look(stage.twin))
  })

  it('adding and removing a parent', async () => {
    const parent = await stage.requests.addFlag(`parent-${stage.count}`)
    await direct('POST', at(stage.twin, '/dependencies'), { feature: parent, variants: ['v'] })
    await apply({
      action: 'addDependency',
      feature: stage.flag,
      payload: { feature: parent, variants: ['v'] },
    })
    expect(await look(stage.flag)).toEqual(await look(stage.twin))
    await direct('DELETE', at(stage.twin, '/dependencies'))
    await apply({ action: 'deleteDependency', feature: stage.flag })
    expect(await look(stage.flag)).toEqual(await look(stage.twin))
  })

  it('archiving', async () => {
    await apply({ action: 'archiveFeature', feature: stage.flag })
    expect(await stage.app.call('POST', inProduction(stage.flag, '/on'))).toMatchObject({
      status: 400,
      body: { name: 'ArchivedFeatureError' },
    })
  })

  it('changing and deleting segments', async () => {
    const path = '/api/admin/segments'
    const make = async (name: string) =>
      ((await direct('POST', path, { name, project: 'default', constraints: [] })).body as { id: number }).id
    const [first, second] = [await make(`first-${stage.count}`), await make(`second-${stage.count}`)]
    const { id } = await apply([
      {
        action: 'updateSegment',
        payload: { id: first, name: `new-${stage.count}`, constraints: STRATEGY.constraints },
      },
      { action: 'deleteSegment', payload: { id: second } },
    ])
    expect((await stage.app.call(getSegment, { params: { id: first } })).body).toMatchObject({
      name: `new-${stage.count}`,
      project: 'default',
      constraints: STRATEGY.constraints,
    })
    expect((await stage.app.call(getSegment, { params: { id: second } })).status).toBe(404)
    // lists contain the changed items and the sent data
    const { body } = await stage.app.call(getChangeRequests, { params: { projectId: 'default' } })
    const listed = body.find((one) => one.id === id)
    expect(listed?.segments.map(({ name, payload }) => [name, payload])).toEqual([
      [`new-${stage.count}`, expect.objectContaining({ name: `new-${stage.count}` }) as unknown],
      [`second-${stage.count}`, expect.objectContaining({ id: second }) as unknown],
    ])
  })
})

describe('applying a change request', () => {
  it('is done by the user who applies, with the events of each change in one group', async () => {
    const { id } = await apply({ action: 'updateEnabled', feature: stage.flag, payload: { enabled: true } })
    const { body } = await stage.app.call(searchEvents, { query: { limit: '4' } })
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
      const { body } = await stage.app.call(getAllClientFeatures, { token: BACKEND_PRODUCTION })
      return (body as { features: { name: string; enabled: boolean }[] }).features.find(
        (one) => one.name === stage.flag,
      )
    }
    expect((await features())?.enabled).toBe(false)
    await apply({ action: 'updateEnabled', feature: stage.flag, payload: { enabled: true } })
    expect((await features())?.enabled).toBe(true)
  })

  it('makes all changes or none, and keeps the request as it was', async () => {
    const { id } = await stage.requests.add([
      { action: 'addStrategy', feature: stage.flag, payload: { name: 'default' } },
      { action: 'updateEnabled', feature: stage.twin, payload: { enabled: true } },
      // nothing to remove: the same error as from the operation itself
      { action: 'deleteDependency', feature: stage.twin },
    ])
    await stage.requests.move(id, 'In review')
    await stage.requests.move(id, 'Approved', 'reviewer')
    const before = [await look(stage.flag), await look(stage.twin)]
    const told = await stage.app.call(searchEvents)
    expect(await stage.requests.put(id, 'Applied', 'applier')).toMatchObject({
      status: 409,
      body: {
        name: 'ConflictError',
        message: `The change request cannot be applied. ${stage.twin}, deleteDependency: Feature "${stage.twin}" has no dependencies to remove in project "default".`,
      },
    })
    expect([await look(stage.flag), await look(stage.twin)]).toEqual(before)
    expect((await stage.requests.get(id)).state).toBe('Approved')
    expect((await stage.app.call(searchEvents)).body).toEqual(told.body)
  })

  it('works where change requests have been turned off meanwhile', async () => {
    const { id } = await stage.requests.add({
      action: 'updateEnabled',
      feature: stage.flag,
      payload: { enabled: true },
    })
    await stage.requests.move(id, 'In review')
    await stage.requests.move(id, 'Approved', 'reviewer')
    await stage.requests.configure(0)
    await stage.requests.move(id, 'Applied', 'applier')
    await stage.requests.configure(1)
    expect((await stage.requests.get(id)).state).toBe('Applied')
  })

  it('is rejected when the variants have been changed meanwhile', async () => {
    const { id } = await stage.requests.add({
      action: 'patchVariant',
      feature: stage.flag,
      payload: { variants: [] },
    })
    await stage.requests.move(id, 'In review')
    await stage.requests.move(id, 'Approved', 'reviewer')
    await direct('PUT', inProduction(stage.flag, '/variants'), [{ name: 'a', weight: 1 }])
    expect((await stage.requests.put(id, 'Applied', 'applier')).status).toBe(409)
    await stage.requests.move(id, 'Cancelled')
  })

  it('ignores a changed order of strategies', async () => {
    const [first, second] = [
      await stage.requests.addStrategy(stage.flag),
      await stage.requests.addStrategy(stage.flag),
    ]
    const { id } = await stage.requests.add({
      action: 'deleteStrategy',
      feature: stage.flag,
      payload: { id: first.id },
    })
    await direct('POST', inProduction(stage.flag, '/strategies/set-sort-order'), [
      { id: first.id, sortOrder: 8 },
      { id: second.id, sortOrder: 0 },
    ])
    expect((await stage.requests.get(id, 'author')).features[0]?.changes[0]).not.toHaveProperty('conflict')
  })
})
