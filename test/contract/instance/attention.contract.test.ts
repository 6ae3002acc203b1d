import { describe, expect, it } from 'vitest'

import { enabling, useRequests } from '#support/stages/change-request-stage.ts'
import { insertDelivery, insertIntegration } from '#support/stages/integration-rows.ts'
import { getWaitingChangeRequests } from '#shared/changes/contract/change-request-joining.ts'
import { getFailingAddons } from '#shared/integrations/contract/addon-tests.ts'

const stage = useRequests()

interface Waiting {
  total: number
  changeRequests: { id: number }[]
}
const waiting = async (as: string) => {
  const { status, body } = await stage.app.call(getWaitingChangeRequests, { as })
  expect(status).toBe(200)
  const { toReview, toApply, failedSchedules } = body
  const ids = ({ total, changeRequests }: Waiting = { total: -1, changeRequests: [] }) => [
    total,
    ...changeRequests.map(({ id }) => id),
  ]
  return [ids(toReview), ids(toApply), ids(failedSchedules)]
}
const NONE = [[0], [0], [0]]

describe('the change requests on Home', () => {
  it('are to review for users who may approve them, Admins too, until they have', async () => {
    await stage.requests.configure(2)
    const { id } = await stage.requests.add(enabling(stage.flag, true))
    expect(await waiting('root')).toEqual(NONE)
    await stage.requests.move(id, 'In review', 'author')
    expect(await waiting('root')).toEqual([[1, id], [0], [0]])
    expect(await waiting('reviewer')).toEqual([[1, id], [0], [0]])
    for (const as of ['author', 'viewer', 'applier']) expect(await waiting(as)).toEqual(NONE)
    await stage.requests.move(id, 'Approved', 'reviewer')
    expect(await waiting('reviewer')).toEqual(NONE)
    expect(await waiting('root')).toEqual([[1, id], [0], [0]])
  })

  it('are to apply for users who may apply them, and for their author', async () => {
    const { id } = await stage.requests.add(enabling(stage.flag, true))
    await stage.requests.move(id, 'In review', 'author')
    await stage.requests.move(id, 'Approved', 'reviewer')
    for (const as of ['author', 'applier', 'root']) expect(await waiting(as)).toEqual([[0], [1, id], [0]])
    expect(await waiting('reviewer')).toEqual(NONE)
    await stage.requests.move(id, 'Applied', 'applier')
    expect(await waiting('author')).toEqual(NONE)
  })

  it('include scheduled requests that cannot be applied', async () => {
    const { id } = await stage.requests.add(enabling(stage.flag, true))
    await stage.requests.move(id, 'In review', 'author')
    await stage.requests.move(id, 'Approved', 'reviewer')
    const scheduledAt = new Date(stage.app.clock.now().getTime() + 60_000).toISOString()
    await stage.requests.move(id, 'Scheduled', 'applier', { scheduledAt })
    expect(await waiting('author')).toEqual(NONE)
    await stage.app.backend.store.queries
      .updateTable('change_request_schedules')
      .set({ status: 'failed', reason: 'Why' })
      .execute()
    for (const as of ['author', 'applier', 'root']) expect(await waiting(as)).toEqual([[0], [0], [1, id]])
  })
})

describe('an integration on Home', () => {
  it('is failing while its last delivery failed, with the number of failures since the last success', async () => {
    const { queries } = stage.app.backend.store
    const failing = async () => (await stage.app.call(getFailingAddons)).body.failing
    const id = await insertIntegration(queries)
    const deliver = (state: 'success' | 'failed', minute: number) =>
      insertDelivery(queries, id, { state, minute })
    await deliver('failed', 1)
    await deliver('success', 2)
    expect(await failing()).toEqual([])
    await deliver('failed', 3)
    await deliver('failed', 4)
    expect(await failing()).toEqual([
      { id, provider: 'webhook', description: 'Chat', failures: 2, lastAt: '2026-01-01T00:04:00.000Z' },
    ])
    await queries.updateTable('addons').set({ enabled: false }).execute()
    expect(await failing()).toEqual([])
  })
})
