import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import * as contract from '../../src-shared/contract/action-execution.ts'
import type { ActionSetEvent } from '../../src-shared/schemas/action.ts'
import type { ActionsOverview, Backtest, SignalActions } from '../../src-shared/schemas/action-execution.ts'
import {
  actionSet,
  addEndpoint,
  addServiceAccount,
  addSignal,
  createSet,
  switching,
} from '../support/actions.ts'
import { operationsOf } from '../support/answer-log.ts'
import { addProject } from '../support/projects.ts'
import { BACKEND, startBackend, type TestBackend } from '../support/start-backend.ts'

const ACTIONS = '/api/admin/projects/default/actions'
const FLAGS = '/api/admin/projects/default/features'
const CONFIG = '/api/admin/projects/default/environments/development/change-requests/config'
const AT = '2026-11-21T12:00:00.000Z'
const UNKNOWN = 9999
const VIEWER = 3
let app: TestBackend
let endpoint: number
let robot: number
/** It may switch flags, and nothing else. */
let switcher: number
let weakling: number

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
  weakling = await addServiceAccount(app, 'weakling', VIEWER)
  switcher = await addServiceAccount(app, 'switcher', VIEWER)
  const permissions = [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' }]
  const role = await app.call('POST', '/api/admin/roles', {
    body: { name: 'Switcher', type: 'custom', permissions },
  })
  const { id: roleId } = (role.body as { roles: { id: number } }).roles
  await app.call('POST', '/api/admin/projects/default/access', {
    body: { roles: [roleId], users: [switcher], groups: [] },
  })
})
let flags = 0
let flag: string
let second: string
beforeEach(async () => {
  const { queries } = app.backend.store
  await queries.deleteFrom('action_sets').execute()
  await queries.deleteFrom('signals').execute()
  await queries.updateTable('signal_endpoints').set({ enabled: true }).execute()
  ;[flag, second] = [`flag-${flags}`, `second-${flags++}`]
  for (const name of [flag, second]) await app.call('POST', FLAGS, { body: { name } })
  await turn(flag, 'on')
})
afterAll(async () => {
  app.answers.expectEveryStatus(operationsOf(contract))
  await app.stop()
})

const turn = (name: string, to: string) => app.call('POST', `${FLAGS}/${name}/environments/development/${to}`)
const tag = (name: string, value: string) =>
  app.call('POST', `/api/admin/features/${name}/tags`, { body: { type: 'simple', value } })
const isOn = async (name: string) => {
  const { body } = await app.call('GET', `${FLAGS}/${name}/environments/development`)
  return (body as { enabled: boolean }).enabled
}
const draft = (rest: Record<string, unknown> = {}) =>
  actionSet(endpoint, robot, { actions: [switching('OFF', flag)], ...rest })
const when = (payload: object) => ({ match: { source: 'signal-endpoint', sourceId: endpoint, payload } })
const critical = () => when({ 'payload.severity': { operator: 'IN', values: ['critical'] } })
const create = (rest: Record<string, unknown> = {}) => createSet(app, draft(rest))
const signal = (payload: unknown = {}, at = endpoint) => addSignal(app, at, payload)
const run = () => app.backend.runJobs()
const byTag = (to: string, value: string, sortOrder = 1) => ({
  action: `TOGGLE_FEATURES_${to}_BY_TAG`,
  sortOrder,
  executionParams: { environment: 'development', tag: `simple:${value}` },
})
const eventsOf = async (id: number, query = '', project = 'default') => {
  const { body } = await app.call('GET', `/api/admin/projects/${project}/actions/${id}/events${query}`)
  return (body as { actionSetEvents: ActionSetEvent[] }).actionSetEvents
}
/** How each action of the last execution came out. */
const results = async (id: number, project = 'default') => {
  const [event] = await eventsOf(id, '', project)
  return [
    event?.state,
    ...(event?.actionSet.actions ?? []).map(({ state, details }) => [state, details ?? null]),
  ]
}
const audit = async (limit = 50) => {
  const { body } = await app.call('GET', `/api/admin/search/events?limit=${limit}`)
  return (
    body as { events: { type: string; createdBy: string; featureName: string | null; data: unknown }[] }
  ).events
}
const queue = async () => (await app.call('GET', '/api/admin/signals/queue')).body

describe('a signal', () => {
  it('makes the service account of a set that it fits do what the set says; SDKs see it', async () => {
    const set = await create(critical())
    const unfit = await signal({ payload: { severity: 'info' } })
    await run()
    expect([await isOn(flag), await eventsOf(set.id)]).toEqual([true, []])
    const fit = await signal({ payload: { severity: 'critical' } })
    await run()
    const { body } = await app.call('GET', '/api/client/features', { token: BACKEND })
    const { features } = body as { features: { name: string; enabled: boolean }[] }
    expect(features.find((one) => one.name === flag)?.enabled).toBe(false)
    expect(await eventsOf(set.id)).toEqual([
      {
        id: expect.any(Number) as number,
        actionSetId: set.id,
        signalId: fit,
        createdAt: AT,
        state: 'success',
        signal: {
          id: fit,
          source: 'signal-endpoint',
          sourceId: endpoint,
          createdAt: AT,
          createdBySourceTokenId: null,
          payload: { payload: { severity: 'critical' } },
        },
        actionSet: {
          ...set,
          actions: set.actions.map((one) => ({ ...one, state: 'success', details: null })),
        },
      },
    ])
    expect((await audit()).slice(0, 2)).toMatchObject([
      {
        type: 'actions-executed',
        createdBy: 'robot',
        data: { name: set.name, signalId: fit, state: 'success' },
      },
      { type: 'feature-environment-disabled', createdBy: 'robot', featureName: flag },
    ])
    expect(await queue()).toMatchObject({ waiting: 0, oldestAt: null })
    expect(unfit).toBeLessThan(fit)
  })

  it('is dealt with once', async () => {
    const { id } = await create()
    await signal()
    await run()
    await turn(flag, 'on')
    await run()
    expect([(await eventsOf(id)).length, await isOn(flag)]).toEqual([1, true])
  })

  it('starts nothing where the set or the endpoint is off, or where it came by another one', async () => {
    const off = await create({ enabled: false })
    await signal()
    await run()
    const on = await create({ name: 'On' })
    await signal({}, await addEndpoint(app, `other-${flag}`))
    await run()
    await app.backend.store.queries.updateTable('signal_endpoints').set({ enabled: false }).execute()
    await signal()
    await run()
    expect([await eventsOf(off.id), await eventsOf(on.id), await isOn(flag)]).toEqual([[], [], true])
    expect(await queue()).toMatchObject({ waiting: 0 })
  })

  it('waits for its turn: first come first served, ten at a time', async () => {
    const { id } = await create()
    const ids: number[] = []
    for (let n = 0; n < 12; n++) ids.push(await signal({ n }))
    expect(await queue()).toEqual({ waiting: 12, oldestAt: AT, intervalSeconds: 60, perCycle: 10 })
    await run()
    expect(await queue()).toMatchObject({ waiting: 2 })
    await run()
    const order = (await eventsOf(id)).map(({ signalId }) => signalId)
    expect(order).toEqual([...ids].reverse())
  })

  it('starts all sets that it fits, oldest first, each for itself', async () => {
    const failing = await create({ name: 'A', actions: [switching('OFF', 'no-such-flag')] })
    const working = await create({ name: 'B' })
    const last = await create({ name: 'C', actions: [switching('ON', flag)] })
    await signal()
    await run()
    expect(await results(failing.id)).toEqual(['failed', ['failed', expect.stringContaining('no-such-flag')]])
    expect((await results(working.id))[0]).toBe('success')
    expect((await results(last.id))[0]).toBe('success')
    expect(await isOn(flag)).toBe(true)
    const types = (await audit()).filter(({ featureName }) => featureName === flag).map(({ type }) => type)
    expect(types.slice(0, 2)).toEqual(['feature-environment-enabled', 'feature-environment-disabled'])
  })
})

describe('the actions of a set', () => {
  it('go in their order; the first that fails stops the rest, and what was done stays', async () => {
    const actions = [switching('ON', flag, 3), switching('ON', 'no-such-flag', 2), switching('OFF', flag, 1)]
    const { id } = await create({ actions })
    await signal()
    await run()
    expect(await results(id)).toEqual([
      'failed',
      ['success', null],
      ['failed', expect.stringContaining('no-such-flag')],
      ['not started', null],
    ])
    expect(await isOn(flag)).toBe(false)
    expect(await audit(1)).toMatchObject([
      { type: 'actions-executed', data: { state: 'failed', details: expect.any(String) as string } },
    ])
  })

  it('that fails takes all of its own effects back, also those that were told', async () => {
    await turn(flag, 'off')
    await tag(flag, `both-${flag}`)
    await tag(second, `both-${flag}`)
    // the second flag has no strategy, and this account may give it none
    const { id } = await create({ actorId: switcher, actions: [byTag('ON', `both-${flag}`)] })
    await signal()
    await run()
    expect(await results(id)).toEqual([
      'failed',
      ['failed', expect.stringContaining('CREATE_FEATURE_STRATEGY')],
    ])
    expect([await isOn(flag), await isOn(second)]).toEqual([false, false])
    const told = (await audit(10)).filter(({ createdBy }) => createdBy === 'switcher')
    expect(told.map(({ type }) => type)).toEqual(['actions-executed'])
    // alone, the first flag can be switched
    const alone = await create({ name: 'Alone', actorId: switcher, actions: [switching('ON', flag)] })
    await signal()
    await run()
    expect([(await results(alone.id))[0], await isOn(flag)]).toEqual(['success', true])
  })

  it('reach all flags of a tag, and say how many', async () => {
    await tag(flag, `all-${flag}`)
    await tag(second, `all-${flag}`)
    const { id } = await create({
      actions: [byTag('ON', `all-${flag}`), byTag('OFF', `no-such-${flag}`, 2)],
    })
    await signal()
    await run()
    expect(await results(id)).toEqual([
      'success',
      ['success', `2 flags have the tag simple:all-${flag}.`],
      ['success', `No flag of the project has the tag simple:no-such-${flag}.`],
    ])
    expect([await isOn(flag), await isOn(second)]).toEqual([true, true])
  })

  it('need the permission of the service account at that moment', async () => {
    const { id } = await create({ actorId: weakling })
    await signal()
    await run()
    expect(await results(id)).toEqual([
      'failed',
      ['failed', expect.stringContaining('"UPDATE_FEATURE_ENVIRONMENT" permission in the "development"')],
    ])
    expect(await isOn(flag)).toBe(true)
    const account = `/api/admin/service-account/${weakling}`
    await app.call('PUT', account, { body: { rootRole: 2 } })
    await signal()
    await run()
    await app.call('PUT', account, { body: { rootRole: VIEWER } })
    expect([(await results(id))[0], await isOn(flag)]).toEqual(['success', false])
  })

  it('obey change requests, unless the service account may skip them', async () => {
    expect((await app.call('PUT', CONFIG, { body: { changeRequestsEnabled: true } })).status).toBe(200)
    const held = await create()
    const free = await create({ name: 'Free', actorId: await addServiceAccount(app, `boss-${flag}`, 1) })
    await signal()
    await run()
    await app.call('PUT', CONFIG, { body: { changeRequestsEnabled: false } })
    expect(await results(held.id)).toEqual([
      'failed',
      ['failed', expect.stringContaining('SKIP_CHANGE_REQUEST')],
    ])
    expect([(await results(free.id))[0], await isOn(flag)]).toEqual(['success', false])
  })

  it('that break the service fail alone, and hold nothing up', async () => {
    const { queries } = app.backend.store
    await queries
      .updateTable('feature_strategies')
      .set({ constraints: 'broken' })
      .where('feature_name', '=', flag)
      .execute()
    await turn(flag, 'off')
    const broken = await create({ name: 'Broken', actions: [switching('ON', flag)] })
    const sound = await create({ name: 'Sound', actions: [switching('ON', second)] })
    await signal()
    await run()
    await queries.deleteFrom('feature_strategies').where('feature_name', '=', flag).execute()
    expect(await results(broken.id)).toEqual([
      'failed',
      ['failed', 'Something went wrong inside the service. Its log says more.'],
    ])
    expect([(await results(sound.id))[0], await isOn(second)]).toEqual(['success', true])
  })
})

describe('the executions of a set', () => {
  it('show the set as it was, newest first, in pages', async () => {
    const set = await create()
    const ids: number[] = []
    for (let n = 0; n < 3; n++) {
      ids.push(await signal({ n }))
      await run()
    }
    await app.call('PUT', `${ACTIONS}/${set.id}`, { body: draft({ name: 'Renamed' }) })
    const all = await eventsOf(set.id)
    expect(all.map((one) => [one.signalId, one.actionSet.name])).toEqual(
      [...ids].reverse().map((id) => [id, set.name]),
    )
    expect(await eventsOf(set.id, '?limit=1&offset=1')).toEqual([all[1]])
    expect((await app.call('GET', `${ACTIONS}/${set.id}/events?limit=0`)).status).toBe(400)
    expect((await app.call('GET', `${ACTIONS}/${set.id}/events`, { as: 'viewer' })).status).toBe(403)
    expect(await eventsOf(UNKNOWN)).toEqual([])
    const elsewhere = await app.call('GET', `/api/admin/projects/other/actions/${set.id}/events`)
    expect(elsewhere.body).toEqual({ actionSetEvents: [] })
  })

  it('are forgotten after 90 days', async () => {
    const { id } = await create()
    await signal()
    await run()
    const days = (n: number) => app.clock.advance(n * 24 * 60 * 60 * 1000)
    days(89)
    await run()
    expect(await eventsOf(id)).toHaveLength(1)
    days(2)
    await run()
    expect(await eventsOf(id)).toHaveLength(0)
    days(-91)
  })
})

describe('of a signal one is told', () => {
  const ofSignal = async (id: number, as?: string) =>
    (await app.call('GET', `/api/admin/signals/${id}/actions`, as ? { as } : {})).body as SignalActions

  it('what it started, what it fits, and why not', async () => {
    const fits = await create({ name: 'Fits', ...when({ n: { operator: 'NUM_GT', value: '3' } }) })
    const unfit = await create({ name: 'Unfit', enabled: false, ...critical() })
    const id = await signal({ n: 4 })
    expect(await ofSignal(id)).toMatchObject({ processed: false, executions: [] })
    await run()
    const { processed, executions, sets } = await ofSignal(id)
    expect([processed, executions]).toEqual([true, await eventsOf(fits.id)])
    expect(sets).toEqual([
      {
        id: fits.id,
        name: 'Fits',
        project: 'default',
        enabled: true,
        matches: true,
        filters: [{ path: 'n', filter: { operator: 'NUM_GT', value: '3' }, actual: 4, holds: true }],
      },
      {
        id: unfit.id,
        name: 'Unfit',
        project: 'default',
        enabled: false,
        matches: false,
        filters: [
          {
            path: 'payload.severity',
            filter: { operator: 'IN', values: ['critical'] },
            actual: null,
            holds: false,
          },
        ],
      },
    ])
    await app.call('DELETE', `${ACTIONS}/${fits.id}`)
    expect((await ofSignal(id)).executions).toMatchObject([{ actionSet: { name: 'Fits' } }])
  })

  it('only what is of projects whose settings one may read', async () => {
    await create()
    const id = await signal()
    await run()
    expect(await ofSignal(id, 'viewer')).toEqual({ processed: true, executions: [], sets: [] })
    expect((await ofSignal(id, 'owner')).sets).toHaveLength(1)
  })

  it('nothing of a private project that one does not see', async () => {
    await app.call('POST', '/api/admin/projects', { body: { id: 'hush', name: 'Hush' } })
    const action = {
      action: 'TOGGLE_FEATURE_OFF',
      sortOrder: 1,
      executionParams: { environment: 'development', featureName: 'x' },
    }
    const set = await createSet(app, draft({ name: 'Hush', actions: [action] }), 'hush')
    await app.call('PUT', '/api/admin/projects/hush', { body: { name: 'Hush', mode: 'private' } })
    const id = await signal()
    await run()
    const of = `/api/admin/projects/hush/actions`
    for (const at of [of, `${of}/config`, `${of}/overview`, `${of}/${set.id}/events`])
      expect((await app.call('GET', at, { as: 'owner' })).status).toBe(404)
    expect(await ofSignal(id, 'owner')).toEqual({ processed: true, executions: [], sets: [] })
    expect((await ofSignal(id)).executions).toHaveLength(1)
    // the robot is an Editor: it sees the project, and may switch flags in the default project alone
    expect(await results(set.id, 'hush')).toEqual([
      'failed',
      ['failed', expect.stringContaining('permission')],
    ])
    await app.call('DELETE', '/api/admin/projects/hush')
    expect((await ofSignal(id)).executions).toEqual([])
  })

  it('nothing where there is none', async () => {
    expect((await app.call('GET', `/api/admin/signals/${UNKNOWN}/actions`)).status).toBe(404)
    expect((await app.call('GET', '/api/admin/signals/x/actions')).status).toBe(400)
  })
})

describe('a backtest', () => {
  const backtest = async (body: unknown) => {
    const answer = await app.call('POST', `${ACTIONS}/backtest`, { body })
    expect(answer.status, answer.text).toBe(200)
    return answer.body as Backtest
  }

  it('says how often a set would have been started and what it would change, and changes nothing', async () => {
    await tag(flag, `test-${flag}`)
    await tag(second, `test-${flag}`)
    const fitting = { payload: { severity: 'critical' } }
    const ids = [await signal(fitting), await signal({}), await signal(fitting)]
    await signal(fitting, UNKNOWN)
    await run()
    const before = (await audit(1))[0]
    const actions = [
      byTag('OFF', `test-${flag}`),
      switching('ON', 'no-such-flag', 2),
      switching('ON', second, 3),
    ]
    expect(await backtest(draft({ ...critical(), actions }))).toEqual({
      examined: 3,
      isCut: false,
      matched: 2,
      latest: [
        { id: ids[2], createdAt: AT },
        { id: ids[0], createdAt: AT },
      ],
      state: 'failed',
      actions: [
        expect.objectContaining({ state: 'success', details: `2 flags have the tag simple:test-${flag}.` }),
        expect.objectContaining({ state: 'failed' }),
        expect.objectContaining({ state: 'not started', details: null }),
      ],
      changes: [{ featureName: flag, environment: 'development', enabled: false }],
      lacks: [],
    })
    expect([await isOn(flag), (await audit(1))[0]]).toEqual([true, before])
    expect((await app.call('GET', ACTIONS)).body).toEqual({ actions: [] })
  })

  it('says what the service account lacks', async () => {
    const body = draft({ actorId: weakling })
    const update = {
      permission: 'UPDATE_FEATURE_ENVIRONMENT',
      displayName: 'Enable/disable flags',
      environment: 'development',
    }
    expect(await backtest(body)).toMatchObject({ matched: 0, state: 'failed', changes: [], lacks: [update] })
    await app.call('PUT', CONFIG, { body: { changeRequestsEnabled: true } })
    const { lacks } = await backtest(draft({ actorId: switcher }))
    await app.call('PUT', CONFIG, { body: { changeRequestsEnabled: false } })
    expect(lacks.map(({ permission }) => permission)).toEqual(['SKIP_CHANGE_REQUEST'])
  })

  it('is of a period, and of at most the latest 1000 signals', async () => {
    const { queries } = app.backend.store
    const start = Date.parse('2026-01-01T00:00:00.000Z')
    // several of one moment each: none is passed over where one batch ends
    const row = (n: number) => ({
      source: 'signal-endpoint' as const,
      source_id: endpoint,
      source_token_id: null,
      token_name: null,
      payload: JSON.stringify({ n }),
      headers: '{}',
      created_at: new Date(start + Math.floor(n / 7) * 60_000).toISOString(),
      processed: true,
      replay_of: null,
      sent_by_user_id: null,
      sent_by: null,
    })
    for (let n = 0; n < 1050; n += 50)
      await queries
        .insertInto('signals')
        .values(Array.from({ length: 50 }, (_, i) => row(n + i)))
        .execute()
    const all = await backtest(draft())
    expect(all).toMatchObject({ examined: 1000, isCut: true, matched: 1000 })
    expect(all.latest).toHaveLength(20)
    const high = when({ n: { operator: 'NUM_GTE', value: '50' } })
    expect(await backtest(draft(high))).toMatchObject({ examined: 1000, matched: 1000 })
    const minute = (n: number) => new Date(start + n * 60_000).toISOString()
    expect(await backtest(draft({ from: minute(10), to: minute(19) }))).toMatchObject({
      examined: 70,
      isCut: false,
      matched: 70,
    })
  })

  it('refuses what could not be saved, and is for Admins', async () => {
    const refused = await app.call('POST', `${ACTIONS}/backtest`, { body: draft({ actorId: UNKNOWN }) })
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: '/body/actorId' }] } })
    const owner = await app.call('POST', `${ACTIONS}/backtest`, { body: draft(), as: 'owner' })
    expect(owner.status).toBe(403)
  })
})

describe('the overview', () => {
  it('has the sets with what they did, and all that new ones are made of', async () => {
    const set = await create({ actions: [switching('OFF', flag), switching('ON', 'no-such-flag', 2)] })
    const idle = await create({ name: 'Idle', enabled: false })
    await signal()
    await run()
    await app.call('PUT', `${ACTIONS}/${set.id}`, { body: draft() })
    const last = await signal()
    await run()
    const { status, body } = await app.call('GET', `${ACTIONS}/overview`, { as: 'owner' })
    const overview = body as ActionsOverview
    expect(status).toBe(200)
    expect(overview.actions).toMatchObject([
      {
        id: set.id,
        succeeded: 1,
        failed: 1,
        lastExecution: { signalId: last, state: 'success', createdAt: AT },
      },
      { id: idle.id, succeeded: 0, failed: 0, lastExecution: null },
    ])
    expect(overview.endpoints).toContainEqual({ id: endpoint, name: 'alerts', enabled: true })
    expect(overview.limits).toEqual({ sets: 5, actions: 10, filters: 5, filterValues: 25 })
    const lacks = Object.fromEntries(
      overview.actors.map((one) => [one.id, one.lacks.map(({ environment }) => environment)]),
    )
    expect([lacks[robot], lacks[switcher], lacks[weakling]]).toEqual([
      [],
      ['production'],
      ['development', 'production'],
    ])
    expect((await app.call('GET', `${ACTIONS}/overview`, { as: 'viewer' })).status).toBe(403)
  })
})
