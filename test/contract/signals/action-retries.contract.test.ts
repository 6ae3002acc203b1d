import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { AppError } from '#kernel/app-error.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { getFeatureEnvironment } from '#shared/flags/contract/feature-environments.ts'
import { getActionSetEvents, getSignalActions } from '#shared/signals/contract/action-execution.ts'
import { setActionRules } from '#shared/signals/contract/action-rules.ts'
import {
  dismissFailedActions,
  getFailedActions,
  retryFailedAction,
} from '#shared/signals/contract/failed-actions.ts'
import { searchSignals } from '#shared/signals/contract/signals.ts'
import type { ActionRules } from '#shared/signals/schemas/action-rules.ts'
import {
  actionSet,
  addEndpoint,
  addServiceAccount,
  addSignal,
  createSet,
  switching,
} from '#support/stages/actions.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

/** Automatic retries of action sets (ADR 86). */
let app: TestBackend
let endpoint: number
let robot: number
let flag: string
let second: string
let count = 0
/** Error of each switch of a flag, until it is cleared. */
let failure: ((featureName: string) => Error | undefined) | undefined

beforeAll(async () => {
  app = await startBackend({
    guards: [
      async ({ operationId }, _caller, { params }) => {
        if (!operationId.startsWith('toggleFeatureEnvironment')) return
        const error = failure?.((params as { featureName: string }).featureName)
        if (error) throw error
      },
    ],
  })
  endpoint = await addEndpoint(app, 'alerts')
  robot = await addServiceAccount(app, 'robot')
})
beforeEach(async () => {
  failure = undefined
  await app.backend.store.queries.deleteFrom('action_sets').execute()
  await app.backend.store.queries.deleteFrom('signals').execute()
  count += 1
  flag = `flag-${count}`
  second = `second-${count}`
  for (const name of [flag, second])
    await app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
})
afterAll(() => app.stop())

const draft = (rest = {}) => actionSet(endpoint, robot, { actions: [switching('ON', flag)], ...rest })
const create = async (rules: Partial<ActionRules>, rest = {}) => {
  const set = await createSet(app, draft(rest))
  const params = { projectId: 'default', id: String(set.id) }
  expect((await app.call(setActionRules, { params, body: rules })).status).toBe(200)
  return set.id
}
const happen = async (payload: unknown = {}) => {
  const id = await addSignal(app, endpoint, payload)
  await app.backend.runJobs()
  return id
}
const after = async (seconds: number) => {
  app.clock.advance(seconds * 1000)
  await app.backend.runJobs()
}
const isOn = async (featureName: string) => {
  const params = { projectId: 'default', featureName, environment: 'development' }
  return (await app.call(getFeatureEnvironment, { params })).body.enabled
}
/** States of the executions of a set, oldest first. */
const statesOf = async (id: number) => {
  const params = { projectId: 'default', id: String(id) }
  const { body } = await app.call(getActionSetEvents, { params })
  return body.actionSetEvents.map(({ state }) => state).reverse()
}
const chainOf = async (id: number) =>
  (await app.call(getSignalActions, { params: { id: String(id) } })).body.executions
const failuresOf = async (id: number) =>
  (await app.call(getFailedActions, { query: { actionSetId: String(id) } })).body.failures
const busy = () => new AppError('ConflictError', 'Busy.')

describe('a failure that may pass', () => {
  it('is retried with waits that double, as often as the rules say, and then left to a person', async () => {
    const id = await create({ retries: 3, retryAfterSeconds: 100 })
    failure = busy
    const signal = await happen()
    const dueIn = async () => {
      const at = (await chainOf(signal)).map(({ retryAt }) => retryAt).findLast((one) => one !== null)
      return at === undefined ? undefined : (Date.parse(at) - app.clock.now().getTime()) / 1000
    }
    const told: unknown[] = [await dueIn()]
    for (const seconds of [99, 1, 199, 1, 399, 1, 10_000]) {
      await after(seconds)
      told.push([await dueIn(), (await statesOf(id)).length])
    }
    expect(told).toEqual([100, [1, 1], [200, 2], [1, 2], [400, 3], [1, 3], [undefined, 4], [undefined, 4]])
    expect(await statesOf(id)).toEqual(['failed', 'failed', 'failed', 'failed'])
    // each attempt takes the place of the one before
    expect(await failuresOf(id)).toMatchObject([{ attempt: 4, requestedBy: null }])
    expect((await chainOf(signal)).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4])
  })

  it.each([
    ['an unexpected error', new Error('a defect')],
    ['a state that changes', new AppError('ConflictError', 'Busy.')],
  ])('is %s: the retry succeeds once it has passed', async (_what, error) => {
    const id = await create({ retries: 1 })
    failure = () => error
    const signal = await happen()
    failure = undefined
    await after(60)
    expect([await statesOf(id), await isOn(flag), await failuresOf(id)]).toEqual([
      ['failed', 'success'],
      true,
      [],
    ])
    const { body } = await app.call(searchSignals, { query: { endpoint: String(endpoint) } })
    expect(body.signals.find((one) => one.id === signal)?.outcome).toBe('done')
    await after(3600)
    expect(await statesOf(id)).toHaveLength(2)
  })

  it('is retried from the action on that failed: what was done before may have been changed since', async () => {
    const id = await create(
      { retries: 1, onFailure: 'continue' },
      { actions: [switching('ON', flag, 1), switching('ON', second, 2)] },
    )
    failure = (name) => (name === second ? busy() : undefined)
    const signal = await happen()
    failure = undefined
    await app.call('POST', `/api/admin/projects/default/features/${flag}/environments/development/off`)
    await after(60)
    expect([await isOn(flag), await isOn(second)]).toEqual([false, true])
    expect(await statesOf(id)).toEqual(['failed', 'success'])
    const [, last] = await chainOf(signal)
    expect(last?.actionSet.actions.map(({ state }) => state)).toEqual(['success', 'success'])
    expect(last?.steps.map((step) => step?.events.length ?? null)).toEqual([
      null,
      expect.any(Number) as number,
    ])
  })

  it('does not count for the pace of its set', async () => {
    const id = await create({ retries: 2, maxPerHour: 1, coolDownMinutes: 60 })
    failure = busy
    await happen()
    await after(60)
    failure = undefined
    await after(120)
    expect(await statesOf(id)).toEqual(['failed', 'failed', 'success'])
  })
})

describe('a retry that waits', () => {
  const wait = async (rules: Partial<ActionRules> = {}) => {
    const id = await create({ retries: 5, ...rules })
    failure = busy
    const signal = await happen()
    failure = undefined
    return { id, signal }
  }
  const isDropped = async (id: number, executions: number) => {
    await after(3600)
    expect(await statesOf(id)).toHaveLength(executions)
    expect(await app.backend.store.queries.selectFrom('action_retries').selectAll().execute()).toEqual([])
  }

  it('is dropped when a newer signal executes the set', async () => {
    const { id } = await wait()
    await happen()
    await isDropped(id, 2)
  })

  it('is dropped by a reset: it would switch what is over', async () => {
    const { id } = await wait({ reset: { status: { operator: 'IN', values: ['resolved'] } } })
    await happen({ status: 'resolved' })
    await isDropped(id, 1)
    expect(await isOn(flag)).toBe(false)
  })

  const params = { projectId: 'default' }
  it.each([
    [
      'dismissed the failure',
      1,
      (id: number) => app.call(dismissFailedActions, { params, body: { actionSetId: id } }),
    ],
    [
      'retried the failure',
      2,
      async (id: number) => {
        const [failed] = await failuresOf(id)
        return app.call(retryFailedAction, { params: { ...params, id: String(failed?.id) } })
      },
    ],
    [
      'changed the set',
      1,
      (id: number) => app.call('PUT', `/api/admin/projects/default/actions/${id}`, { body: draft() }),
    ],
    [
      'turned off the set',
      1,
      (id: number) => app.call('POST', `/api/admin/projects/default/actions/${id}/off`),
    ],
    [
      'set rules without retries',
      1,
      (id: number) => app.call(setActionRules, { params: { ...params, id: String(id) }, body: {} }),
    ],
  ])('is dropped when somebody %s', async (_what, executions, act) => {
    const { id } = await wait()
    expect((await act(id)).status).toBe(200)
    await isDropped(id, executions)
  })
})

it.each([
  ['a flag that is not there', () => ({ actions: [switching('ON', 'no-such-flag')] })],
  ['a permission that is missing', async () => ({ actorId: await addServiceAccount(app, 'weakling', 3) })],
])('a failure because of %s is not retried', async (_what, rest) => {
  const id = await create({ retries: 5 }, await rest())
  const signal = await happen()
  expect(await chainOf(signal)).toMatchObject([{ state: 'failed', retryAt: null }])
  await after(3600)
  expect(await statesOf(id)).toEqual(['failed'])
})
