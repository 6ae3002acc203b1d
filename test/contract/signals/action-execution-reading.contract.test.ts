import { describe, expect, it } from 'vitest'

import type { Backtest } from '#shared/signals/schemas/action-execution.ts'
import { ACTIONS, byTag, UNKNOWN, useActionStage } from '#support/stages/action-execution.ts'
import { createSet, switching } from '#support/stages/actions.ts'
import {
  getActionSetEvents,
  getSignalActions,
  getActionsOverview,
} from '#shared/signals/contract/action-execution.ts'
import { deleteActions, getProjectActions } from '#shared/signals/contract/actions.ts'
import { createProject, updateProject, deleteProject } from '#shared/projects/contract/project-lifecycle.ts'
import { updateProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'

const AT = '2026-11-21T12:00:00.000Z'
const stage = useActionStage()

describe('the executions of an action set', () => {
  it('show the set as it was, newest first, in pages', async () => {
    const set = await stage.create()
    const ids: number[] = []
    for (let n = 0; n < 3; n++) {
      ids.push(await stage.signal({ n }))
      await stage.run()
    }
    await stage.app.call('PUT', `${ACTIONS}/${set.id}`, { body: stage.draft({ name: 'Renamed' }) })
    const all = await stage.eventsOf(set.id)
    expect(all.map((one) => [one.signalId, one.actionSet.name])).toEqual(
      [...ids].reverse().map((id) => [id, set.name]),
    )
    expect(await stage.eventsOf(set.id, '?limit=1&offset=1')).toEqual([all[1]])
    expect(
      (
        await stage.app.call(getActionSetEvents, {
          params: { projectId: 'default', id: set.id },
          query: { limit: '0' },
        })
      ).status,
    ).toBe(400)
    expect(
      (
        await stage.app.call(getActionSetEvents, {
          params: { projectId: 'default', id: set.id },
          as: 'viewer',
        })
      ).status,
    ).toBe(403)
    expect(await stage.eventsOf(UNKNOWN)).toEqual([])
    const elsewhere = await stage.app.call(getActionSetEvents, { params: { projectId: 'other', id: set.id } })
    expect(elsewhere.body).toEqual({ actionSetEvents: [] })
  })

  it('are deleted after 90 days', async () => {
    const { id } = await stage.create()
    await stage.signal()
    await stage.run()
    const days = (n: number) => stage.app.clock.advance(n * 24 * 60 * 60 * 1000)
    days(89)
    await stage.run()
    expect(await stage.eventsOf(id)).toHaveLength(1)
    days(2)
    await stage.run()
    expect(await stage.eventsOf(id)).toHaveLength(0)
    days(-91)
  })
})

describe('the executions of a signal', () => {
  const ofSignal = async (id: number, as?: string) =>
    (await stage.app.call(getSignalActions, { params: { id }, ...(as ? { as } : {}) })).body

  it('list the sets it started or matched, and the reasons why not', async () => {
    const fits = await stage.create({
      name: 'Fits',
      ...stage.when({ n: { operator: 'NUM_GT', value: '3' } }),
    })
    const unfit = await stage.create({ name: 'Unfit', enabled: false, ...stage.critical() })
    const id = await stage.signal({ n: 4 })
    expect(await ofSignal(id)).toMatchObject({ processed: false, executions: [] })
    expect(await stage.queue()).toMatchObject({ waiting: 1, oldestAt: AT })
    await stage.run()
    const { processed, executions, sets } = await ofSignal(id)
    const [told] = await stage.eventsOf(fits.id)
    expect([processed, executions]).toEqual([true, [expect.objectContaining(told ?? {})]])
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
    await stage.app.call(deleteActions, { params: { projectId: 'default', id: fits.id } })
    expect((await ofSignal(id)).executions).toMatchObject([{ actionSet: { name: 'Fits' } }])
  })

  it('are limited to projects whose settings the caller may read', async () => {
    await stage.create()
    const id = await stage.signal()
    await stage.run()
    expect(await ofSignal(id, 'viewer')).toEqual({ processed: true, executions: [], notes: [], sets: [] })
    expect((await ofSignal(id, 'owner')).sets).toHaveLength(1)
  })

  it('omit private projects that the caller cannot see', async () => {
    await stage.app.call(createProject, { body: { id: 'hush', name: 'Hush' } })
    const action = {
      action: 'TOGGLE_FEATURE_OFF',
      sortOrder: 1,
      executionParams: { environment: 'development', featureName: 'x' },
    }
    const set = await createSet(stage.app, stage.draft({ name: 'Hush', actions: [action] }), 'hush')
    await stage.app.call(updateProject, {
      params: { projectId: 'hush' },
      body: { name: 'Hush', mode: 'private' },
    })
    const id = await stage.signal()
    await stage.run()
    // exactly the answer for an unknown project
    const told = async (project: string, at: string) => {
      const path = `/api/admin/projects/${project}/actions${at}`
      const { status, body } = await stage.app.call('GET', path, { as: 'owner' })
      return { status, text: JSON.stringify({ ...(body as object), id: '' }).replaceAll(project, '') }
    }
    for (const at of ['', '/config', '/overview', `/${set.id}/events`]) {
      const answer = await told('hush', at)
      expect(answer.status).toBeGreaterThanOrEqual(403)
      expect(answer).toEqual(await told('never', at))
    }
    expect(await ofSignal(id, 'owner')).toEqual({ processed: true, executions: [], notes: [], sets: [] })
    expect((await ofSignal(id)).executions).toHaveLength(1)
    // the robot is an Editor: it sees the project, but may switch flags in the default project only
    expect(await stage.results(set.id, 'hush')).toEqual([
      'failed',
      ['failed', expect.stringContaining('permission')],
    ])
    await stage.app.call(deleteProject, { params: { projectId: 'hush' } })
    expect((await ofSignal(id)).executions).toEqual([])
  })

  it('are 404 for an unknown signal', async () => {
    expect((await stage.app.call(getSignalActions, { params: { id: UNKNOWN } })).status).toBe(404)
    expect((await stage.app.call(getSignalActions, { params: { id: 'x' } })).status).toBe(400)
  })
})

describe('the backtest of an action set', () => {
  const backtest = async (body: unknown) => {
    const answer = await stage.app.call('POST', `${ACTIONS}/backtest`, { body })
    expect(answer.status, answer.text).toBe(200)
    return answer.body as Backtest
  }

  it('reports how often it would have started and what it would change, and changes nothing', async () => {
    await stage.tag(stage.flag, `test-${stage.flag}`)
    await stage.tag(stage.second, `test-${stage.flag}`)
    const fitting = { payload: { severity: 'critical' } }
    const ids = [await stage.signal(fitting), await stage.signal({}), await stage.signal(fitting)]
    await stage.signal(fitting, UNKNOWN)
    await stage.run()
    const before = (await stage.audit(1))[0]
    const actions = [
      byTag('OFF', `test-${stage.flag}`),
      switching('ON', 'no-such-flag', 2),
      switching('ON', stage.second, 3),
    ]
    expect(await backtest(stage.draft({ ...stage.critical(), actions }))).toEqual({
      examined: 3,
      isCut: false,
      matched: 2,
      latest: [
        { id: ids[2], createdAt: AT },
        { id: ids[0], createdAt: AT },
      ],
      state: 'failed',
      actions: [
        expect.objectContaining({
          state: 'success',
          details: `2 flags have the tag simple:test-${stage.flag}.`,
        }),
        expect.objectContaining({ state: 'failed' }),
        expect.objectContaining({ state: 'not started', details: null }),
      ],
      changes: [{ featureName: stage.flag, environment: 'development', enabled: false }],
      lacks: [],
    })
    expect([await stage.isOn(stage.flag), (await stage.audit(1))[0]]).toEqual([true, before])
    expect((await stage.app.call(getProjectActions, { params: { projectId: 'default' } })).body).toEqual({
      actions: [],
    })
  })

  it('reports what the service account lacks', async () => {
    const body = stage.draft({ actorId: stage.weakling })
    const update = {
      permission: 'UPDATE_FEATURE_ENVIRONMENT',
      displayName: 'Enable/disable flags',
      environment: 'development',
    }
    expect(await backtest(body)).toMatchObject({ matched: 0, state: 'failed', changes: [], lacks: [update] })
    await stage.app.call(updateProjectChangeRequestConfig, {
      params: { projectId: 'default', environment: 'development' },
      body: { changeRequestsEnabled: true },
    })
    const { lacks } = await backtest(stage.draft({ actorId: stage.switcher }))
    await stage.app.call(updateProjectChangeRequestConfig, {
      params: { projectId: 'default', environment: 'development' },
      body: { changeRequestsEnabled: false },
    })
    expect(lacks.map(({ permission }) => permission)).toEqual(['SKIP_CHANGE_REQUEST'])
  })

  it('covers a period, and at most the latest 1000 signals', async () => {
    const { queries } = stage.app.backend.store
    const start = Date.parse('2026-01-01T00:00:00.000Z')
    // several signals of one instant: none is skipped at the end of a batch
    const row = (n: number) => ({
      source: 'signal-endpoint' as const,
      source_id: stage.endpoint,
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
    const all = await backtest(stage.draft())
    expect(all).toMatchObject({ examined: 1000, isCut: true, matched: 1000 })
    expect(all.latest).toHaveLength(20)
    const high = stage.when({ n: { operator: 'NUM_GTE', value: '50' } })
    expect(await backtest(stage.draft(high))).toMatchObject({ examined: 1000, matched: 1000 })
    const minute = (n: number) => new Date(start + n * 60_000).toISOString()
    expect(await backtest(stage.draft({ from: minute(10), to: minute(19) }))).toMatchObject({
      examined: 70,
      isCut: false,
      matched: 70,
    })
  })

  it('rejects what could not be saved, and is for Admins', async () => {
    const refused = await stage.app.call('POST', `${ACTIONS}/backtest`, {
      body: stage.draft({ actorId: UNKNOWN }),
    })
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: '/body/actorId' }] } })
    const owner = await stage.app.call('POST', `${ACTIONS}/backtest`, { body: stage.draft(), as: 'owner' })
    expect(owner.status).toBe(403)
  })
})

describe('the overview of action sets', () => {
  it('has the sets with their results, and all the data to create one', async () => {
    const set = await stage.create({
      actions: [switching('OFF', stage.flag), switching('ON', 'no-such-flag', 2)],
    })
    const idle = await stage.create({ name: 'Idle', enabled: false })
    await stage.signal()
    await stage.run()
    await stage.app.call('PUT', `${ACTIONS}/${set.id}`, { body: stage.draft() })
    const last = await stage.signal()
    await stage.run()
    const { status, body } = await stage.app.call(getActionsOverview, {
      params: { projectId: 'default' },
      as: 'owner',
    })
    const overview = body
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
    expect(overview.endpoints).toContainEqual({ id: stage.endpoint, name: 'alerts', enabled: true })
    expect(overview.limits).toEqual({ sets: 5, actions: 10, filters: 5, filterValues: 25 })
    const lacks = Object.fromEntries(
      overview.actors.map((one) => [one.id, one.lacks.map(({ environment }) => environment)]),
    )
    expect([lacks[stage.robot], lacks[stage.switcher], lacks[stage.weakling]]).toEqual([
      [],
      ['production'],
      ['development', 'production'],
    ])
    expect(
      (await stage.app.call(getActionsOverview, { params: { projectId: 'default' }, as: 'viewer' })).status,
    ).toBe(403)
  })
})
