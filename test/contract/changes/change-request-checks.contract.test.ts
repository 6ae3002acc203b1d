import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { checkChangeRequest } from '#shared/changes/contract/change-request-review.ts'
import { createPolicy } from '#shared/changes/contract/policies.ts'
import { createExpectation, runExpectations } from '#shared/insight/contract/expectations.ts'
import type { ExpectationInput } from '#shared/insight/schemas/expectation.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const FEATURES = '/api/admin/projects/default/features'
const REQUESTS = '/api/admin/projects/default/environments/production/change-requests'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'ann', roles: ['Admin'] },
      { username: 'ed', roles: ['Editor'] },
    ],
  })
  await app.call('POST', FEATURES, { body: { name: 'checkout', description: 'a flag' } })
  await app.call('POST', `${FEATURES}/checkout/environments/production/strategies`, {
    body: {
      name: 'flexibleRollout',
      parameters: { rollout: '100', stickiness: 'default', groupId: 'checkout' },
    },
  })
  await app.call('POST', `${FEATURES}/checkout/environments/production/off`)
  const body = { changeRequestsEnabled: true, requiredApprovals: 1 }
  await app.call('PUT', '/api/admin/projects/default/environments/production/change-requests/config', {
    body,
  })
  await app.call(createPolicy, {
    body: {
      ...{ name: 'few users first', effect: 'refuse', environmentType: 'production' },
      rule: { kind: 'first-rollout', atMost: 25 },
    },
  })
  const place = { flag: 'checkout', environment: 'production', contexts: [{ userId: '7' }] }
  const all: ExpectationInput[] = [
    { name: 'stays off', ...place, expect: { enabled: false } },
    { name: 'goes on', ...place, expect: { enabled: true } },
    { name: 'asks for a variant', ...place, expect: { enabled: true, variant: 'blue' } },
    { name: 'elsewhere', ...place, environment: 'development', expect: { enabled: true } },
  ]
  for (const one of all) expect((await app.call(createExpectation, { body: one })).status).toBe(201)
})
afterAll(() => app.stop())

/** Requests a change of the flag in production. Returns the id. */
async function requestChange(action: string, payload: unknown): Promise<string> {
  const { status, body } = await app.call('POST', REQUESTS, {
    body: { feature: 'checkout', action, payload },
    as: 'ed',
  })
  expect(status).toBe(200)
  return String((body as { id: number }).id)
}
const check = (id: string, as = 'ed') => app.call(checkChangeRequest, { params: { id }, as })

describe('the checks of a change request', () => {
  it('say what policies and expectations have against it, and change nothing', async () => {
    const id = await requestChange('updateEnabled', { enabled: true })
    const before = await readEventLog(app, { limit: '1' })
    const { status, body } = await check(id)
    expect(status).toBe(200)
    expect(body.violations).toMatchObject([
      { policy: 'few users first', effect: 'refuse', flag: 'checkout', environment: 'production' },
    ])
    expect([body.expectations, body.mended, body.omitted, body.unchecked]).toEqual([3, ['goes on'], 0, 0])
    expect(body.failing).toMatchObject([
      { name: 'stays off', failsNow: false, flag: 'checkout' },
      { name: 'asks for a variant', failsNow: true },
    ])
    expect(body.failing[0]?.explanation.length).toBeGreaterThan(0)
    expect(await readEventLog(app, { limit: '1' })).toEqual(before)
    const flag = await app.call('GET', `${FEATURES}/checkout/environments/production`)
    expect(flag.body).toMatchObject({ enabled: false })
  })

  it('have nothing to say of a change that leaves everything right', async () => {
    const [draft] = (
      await app.call('GET', '/api/admin/projects/default/change-requests/pending', { as: 'ed' })
    ).body as { id: number; features: { changes: { id: number }[] }[] }[]
    const change = draft?.features[0]?.changes[0]
    await app.call(
      'DELETE',
      `/api/admin/projects/default/change-requests/${draft?.id}/changes/${change?.id}`,
      {
        as: 'ed',
      },
    )
    const id = await requestChange('updateEnabled', { enabled: false })
    const { status, body } = await check(id)
    expect([status, body.violations, body.mended]).toEqual([200, [], []])
    expect(body.failing.map(({ name, failsNow }) => [name, failsNow])).toEqual([
      ['asks for a variant', true],
      ['goes on', true],
    ])
  })

  it('leave out expectations that evaluate more contexts than a check may', async () => {
    const place = { flag: 'checkout', environment: 'production', expect: { enabled: true, share: 0 } }
    for (let nr = 0; nr < 12; nr++) {
      const body = { name: `zz ${nr}`, ...place, users: { count: 10_000 } }
      expect((await app.call(createExpectation, { body })).status).toBe(201)
    }
    const [draft] = (
      await app.call('GET', '/api/admin/projects/default/change-requests/pending', { as: 'ed' })
    ).body as { id: number }[]
    const { body } = await check(String(draft?.id))
    expect([body.expectations, body.unchecked]).toEqual([3 + 9, 3])
  })

  it('name the gates of other flags that the request would break, and then it is not applied', async () => {
    for (const name of ['parent', 'child']) {
      await app.call('POST', FEATURES, { body: { name, description: 'a flag' } })
      const strategies = `${FEATURES}/${name}/environments/production/strategies`
      await app.call('POST', strategies, {
        body: { name: 'flexibleRollout', parameters: { rollout: '20', stickiness: 'userId' } },
      })
      const on = await app.call('POST', `${FEATURES}/${name}/environments/production/on`)
      expect(on.status, on.text).toBe(200)
    }
    await app.call('POST', `${FEATURES}/child/dependencies`, { body: { feature: 'parent' } })
    const place = { flag: 'child', environment: 'production', users: { count: 100 } }
    const body = { name: 'some have it', ...place, expect: { enabled: true, share: 4, tolerance: 3.9 } }
    expect((await app.call(createExpectation, { body: { ...body, gate: 'refuse' } })).status).toBe(201)
    const { body: run } = await app.call(runExpectations, { body: { flag: 'child' } })
    expect(run).toMatchObject({ passed: 1 })
    const { status, body: made } = await app.call('POST', REQUESTS, {
      body: { feature: 'parent', action: 'updateEnabled', payload: { enabled: false } },
      as: 'ann',
    })
    expect(status).toBe(200)
    const { body: checks } = await check(String((made as { id: number }).id), 'ann')
    expect(checks.failing).toEqual([])
    expect(checks.violations).toMatchObject([
      { expectation: 'some have it', effect: 'refuse', flag: 'child', environment: 'production' },
    ])
  })

  it('cannot be made of a request in conflict', async () => {
    const strategies = `${FEATURES}/checkout/environments/production/strategies`
    const strategy = { name: 'flexibleRollout', parameters: { rollout: '5', stickiness: 'default' } }
    const { id } = (await app.call('POST', strategies, { body: strategy })).body as { id: string }
    const request = await requestChange('updateStrategy', { id, ...strategy, title: 'other' })
    expect((await check(request)).status).toBe(200)
    await app.call('DELETE', `${strategies}/${id}`)
    expect((await check(request)).status).toBe(409)
  })

  it('are for those who see an open request', async () => {
    expect((await check('4711')).status).toBe(404)
    const id = await requestChange('updateEnabled', { enabled: false })
    expect((await check(id, 'ann')).status).toBe(404)
    await app.call('PUT', `/api/admin/projects/default/change-requests/${id}/state`, {
      body: { state: 'Cancelled' },
      as: 'ed',
    })
    expect((await check(id)).status).toBe(400)
  })
})
