import { beforeEach, describe, expect, it } from 'vitest'

import type { ActionSetEvent } from '#shared/signals/schemas/action.ts'
import type { FailedAction, RetriedActions } from '#shared/signals/schemas/failed-action.ts'
import type { FoundSignal } from '#shared/signals/schemas/signal.ts'
import { ACTIONS, useActionStage } from '#support/stages/action-execution.ts'
import { switching } from '#support/stages/actions.ts'
import { removeUserAccess } from '#shared/projects/contract/project-access.ts'
import { searchSignals } from '#shared/signals/contract/signals.ts'
import { retryFailedAction } from '#shared/signals/contract/failed-actions.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'

const stage = useActionStage()
beforeEach(() => stage.app.backend.store.queries.deleteFrom('action_set_events').execute())

const answered = async <T>(method: string, path: string, options = {}, status = 200): Promise<T> => {
  const answer = await stage.app.call(method, path, options)
  expect([answer.status, answer.text.slice(0, answer.status === status ? 0 : 500)]).toEqual([status, ''])
  return answer.body as T
}
const failed = (query = '', as?: string) =>
  answered<{ failures: FailedAction[]; total: number }>(
    'GET',
    `/api/admin/failed-actions${query}`,
    as ? { as } : {},
  )
const outcomes = async (query = '') => {
  const { signals } = await answered<{ signals: FoundSignal[] }>('GET', `/api/admin/signals/search${query}`)
  return signals.map(({ id, outcome }) => [id, outcome])
}
const retry = (id: number, status = 200) =>
  answered<ActionSetEvent>('POST', `${ACTIONS}/executions/${id}/retry`, {}, status)
const grantTo = async (user: number, permission: string) => {
  const name = `${permission}-${user}-${stage.flag}`
  const permissions = [{ name: permission, environment: 'development' }]
  const role = await answered<{ roles: { id: number } }>(
    'POST',
    '/api/admin/roles',
    { body: { name, description: '', type: 'custom', permissions } },
    200,
  )
  await answered('POST', '/api/admin/projects/default/access', {
    body: { roles: [role.roles.id], users: [user], groups: [] },
  })
  return role.roles.id
}
const takeFrom = (user: number) =>
  stage.app.call(removeUserAccess, { params: { projectId: 'default', userId: user } })

describe('the outcome of a signal', () => {
  it('is listed, and can be filtered by', async () => {
    const none = await stage.signal()
    await stage.create({ name: 'Done', ...stage.when({ kind: { operator: 'IN', values: ['good'] } }) })
    await stage.create({
      name: 'Failed',
      ...stage.when({ kind: { operator: 'IN', values: ['bad'] } }),
      actions: [switching('OFF', 'no-such-flag')],
    })
    await stage.create({
      name: 'Partly',
      ...stage.when({ kind: { operator: 'IN', values: ['half'] } }),
      actions: [switching('OFF', stage.flag), switching('OFF', 'no-such-flag', 2)],
    })
    const good = await stage.signal({ kind: 'good' })
    const bad = await stage.signal({ kind: 'bad' })
    const half = await stage.signal({ kind: 'half' })
    expect(await outcomes()).toEqual([
      [half, 'waiting'],
      [bad, 'waiting'],
      [good, 'waiting'],
      [none, 'none'],
    ])
    expect(await outcomes('?outcome=waiting')).toHaveLength(3)
    await stage.run()
    expect(await outcomes()).toEqual([
      [half, 'partly'],
      [bad, 'failed'],
      [good, 'done'],
      [none, 'none'],
    ])
    for (const [id, outcome] of [
      [half, 'partly'],
      [bad, 'failed'],
      [good, 'done'],
      [none, 'none'],
    ] as const) {
      expect(await outcomes(`?outcome=${outcome}`)).toEqual([[id, outcome]])
      expect(await outcomes(`?outcome=${outcome}&endpoint=${stage.endpoint}`)).toEqual([[id, outcome]])
    }
    expect(await outcomes('?outcome=waiting')).toEqual([])
    expect((await stage.app.call(searchSignals, { query: { outcome: 'odd' } })).status).toBe(400)
  })

  it('is not in the published list of signals', async () => {
    await stage.signal()
    const { signals } = await answered<{ signals: object[] }>('GET', '/api/admin/signals')
    expect(Object.keys(signals[0] ?? {})).not.toContain('outcome')
  })
})

describe('a failed execution', () => {
  it('is listed with the missing permission until that is granted, then retried once successfully', async () => {
    const set = await stage.create({ actorId: stage.weakling })
    const signal = await stage.signal()
    await stage.run()
    const { failures, total } = await failed()
    expect(total).toBe(1)
    expect(failures).toMatchObject([
      {
        project: 'default',
        actionSetId: set.id,
        actionSetName: set.name,
        signalId: signal,
        attempt: 1,
        requestedBy: null,
        canRetry: true,
        actor: { id: stage.weakling, name: 'The weakling' },
        causes: [
          { kind: 'permission', permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
        ],
      },
    ])
    await grantTo(stage.weakling, 'UPDATE_FEATURE_ENVIRONMENT')
    expect((await failed()).failures[0]?.causes).toEqual([])

    const id = failures[0]?.id ?? 0
    const again = await retry(id)
    expect(again).toMatchObject({ state: 'success', signalId: signal, actionSetId: set.id })
    expect(again.id).toBeGreaterThan(id)
    expect(await stage.isOn(stage.flag)).toBe(false)
    expect(await outcomes()).toEqual([[signal, 'done']])
    expect(await failed()).toEqual({ failures: [], total: 0 })
    expect((await stage.eventsOf(set.id)).map(({ state }) => state)).toEqual(['success', 'failed'])
    expect((await stage.audit(3)).map(({ type, createdBy }) => [type, createdBy])).toEqual([
      ['actions-executed', 'weakling'],
      ['feature-environment-disabled', 'weakling'],
      ['actions-retried', 'admin'],
    ])
    // exactly once
    await retry(id, 409)
    await retry(again.id, 409)
    expect(await stage.eventsOf(set.id)).toHaveLength(2)
    await takeFrom(stage.weakling)
  })

  it('replaces the former one when a retry fails, and names who retried', async () => {
    await stage.create({ actions: [switching('OFF', 'no-such-flag')] })
    await stage.signal()
    await stage.run()
    const first = (await failed()).failures[0]
    expect(first?.causes).toEqual([
      { kind: 'flag', featureName: 'no-such-flag', is: 'missing', project: null },
    ])
    expect((await retry(first?.id ?? 0)).state).toBe('failed')
    const { failures, total } = await failed()
    expect([total, failures.length]).toEqual([1, 1])
    expect(failures[0]).toMatchObject({ attempt: 2, requestedBy: 'admin' })
    expect(failures[0]?.id).not.toBe(first?.id)
  })

  it('is retried once when two callers retry at the same time', async () => {
    const set = await stage.create({ actions: [switching('OFF', 'no-such-flag')] })
    await stage.signal()
    await stage.run()
    const id = (await failed()).failures[0]?.id ?? 0
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        stage.app.call(retryFailedAction, { params: { projectId: 'default', id } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(await stage.eventsOf(set.id)).toHaveLength(2)
  })

  it('names an archived flag, a disabled endpoint, and blocking change requests', async () => {
    const archived = await stage.create({ name: 'Archived', actions: [switching('OFF', stage.second)] })
    await stage.app.call(archiveFeature, { params: { projectId: 'default', featureName: stage.second } })
    await stage.signal()
    await stage.run()
    await stage.app.backend.store.queries.updateTable('signal_endpoints').set({ enabled: false }).execute()
    const { failures } = await failed(`?actionSetId=${archived.id}`)
    expect(failures[0]?.causes).toEqual([
      { kind: 'endpoint', is: 'off', id: stage.endpoint, name: 'alerts' },
      { kind: 'flag', featureName: stage.second, is: 'archived', project: 'default' },
    ])
  })

  it('is not retried for a set that is off or deleted', async () => {
    const set = await stage.create({ actions: [switching('OFF', 'no-such-flag')] })
    await stage.signal()
    await stage.run()
    const id = (await failed()).failures[0]?.id ?? 0
    await answered('POST', `${ACTIONS}/${set.id}/off`)
    expect((await failed()).failures[0]).toMatchObject({ canRetry: false })
    await retry(id, 409)
    await answered('POST', `${ACTIONS}/${set.id}/retry`, { body: {} }, 409)
    await answered('DELETE', `${ACTIONS}/${set.id}`)
    expect((await failed()).failures[0]).toMatchObject({
      canRetry: false,
      actionSetName: set.name,
      causes: [{ kind: 'set', is: 'deleted' }],
    })
    await retry(id, 404)
    expect(await failed()).toMatchObject({ total: 1 })
  })

  it('is dismissed alone or with all of its set, and stays in the list of executions', async () => {
    const set = await stage.create({ actions: [switching('OFF', 'no-such-flag')] })
    for (let n = 0; n < 3; n++) await stage.signal({ n })
    await stage.run()
    const ids = (await failed()).failures.map(({ id }) => id)
    const dismiss = (body: object, status = 200) =>
      answered('POST', `${ACTIONS}/dismiss-failed`, { body }, status)
    expect(await dismiss({ ids: ids.slice(0, 1) })).toEqual({ dismissed: 1 })
    expect((await failed()).total).toBe(2)
    expect(await dismiss({ actionSetId: set.id })).toEqual({ dismissed: 2 })
    expect(await failed()).toEqual({ failures: [], total: 0 })
    expect(await dismiss({ actionSetId: set.id })).toEqual({ dismissed: 0 })
    await dismiss({}, 400)
    await answered('POST', '/api/admin/projects/nowhere/actions/dismiss-failed', { body: { ids } }, 404)
    await answered('GET', '/api/admin/failed-actions?limit=0', {}, 400)
    await answered('POST', `${ACTIONS}/executions/x/retry`, {}, 400)
    expect(await stage.eventsOf(set.id)).toHaveLength(3)
    await retry(ids[0] ?? 0, 409)
    expect((await stage.audit(2)).map(({ type }) => type)).toEqual([
      'actions-failures-dismissed',
      'actions-failures-dismissed',
    ])
  })

  it('is retried with all of its set in batches, and what fails again stays listed', async () => {
    const set = await stage.create({ actorId: stage.weakling })
    for (let n = 0; n < 12; n++) await stage.signal({ n })
    await stage.run()
    const all = (body: object) => answered<RetriedActions>('POST', `${ACTIONS}/${set.id}/retry`, { body })
    const first = await all({})
    expect(first).toMatchObject({ succeeded: 0, failed: 10, left: 2 })
    expect(await all({ upTo: first.upTo })).toEqual({ succeeded: 0, failed: 2, left: 0, upTo: first.upTo })
    expect((await failed()).total).toBe(12)
    await grantTo(stage.weakling, 'UPDATE_FEATURE_ENVIRONMENT')
    const second = await all({})
    expect(second).toMatchObject({ succeeded: 10, failed: 0, left: 2 })
    expect(await all({ upTo: second.upTo })).toMatchObject({ succeeded: 2, failed: 0, left: 0 })
    expect(await failed()).toEqual({ failures: [], total: 0 })
    await takeFrom(stage.weakling)
  })

  it("is visible to readers of its project's settings, and retried by Admins", async () => {
    await stage.create({ actions: [switching('OFF', 'no-such-flag')] })
    await stage.signal()
    await stage.run()
    const id = (await failed()).failures[0]?.id ?? 0
    expect((await failed('', 'owner')).total).toBe(1)
    expect(await failed('', 'viewer')).toEqual({ failures: [], total: 0 })
    expect(await answered('GET', '/api/admin/failed-actions/count', { as: 'viewer' })).toEqual({
      total: 0,
      sets: [],
    })
    for (const path of [`executions/${id}/retry`, '1/retry', 'dismiss-failed'])
      expect((await stage.app.call('POST', `${ACTIONS}/${path}`, { as: 'owner', body: {} })).status).toBe(403)
  })
})
