import { describe, expect, it } from 'vitest'

import { deleteExpectation } from '#shared/insight/contract/expectations.ts'
import { checkChangeRequest } from '#shared/changes/contract/change-request-review.ts'
import { applyScenario } from '#shared/transfer/contract/scenario.ts'
import { createSnapshot, restoreSnapshot } from '#shared/transfer/contract/snapshots.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { requestsOf } from '#support/stages/change-requests.ts'
import {
  app,
  ask,
  FEATURES,
  flag,
  gate,
  gateEvents,
  makeFlag,
  nordic,
  post,
  PROJECT,
  put,
  refusedBy,
  turn,
  useGates,
} from '#support/stages/expectation-gates.ts'

useGates()

/** Every way to write ends in the same judge: each of them is tried, as each has its own path to it. */
describe('the gate of a flag holds for', () => {
  it('a bulk action, and takes all of it back', async () => {
    const name = await gate()
    const other = await makeFlag()
    const path = `${PROJECT}/bulk_features/environments/development/off`
    expect(refusedBy(await ask(path, { features: [other, flag] }))).toEqual([name])
    const state = (await app.call('GET', `${FEATURES}/${other}/environments/development`)).body
    expect(state).toMatchObject({ enabled: true })
  })

  it('an import', async () => {
    const name = await gate()
    const strategy = { ...nordic({ constraints: [] }), parameters: { rollout: '0', stickiness: 'userId' } }
    const importWith = (strategies: object[]) =>
      app.call('POST', '/api/admin/features-batch/import', {
        as: 'ann',
        body: {
          ...{ environment: 'development', project: 'default' },
          data: {
            features: [{ name: flag }],
            featureStrategies: strategies.map((one) => ({ ...one, featureName: flag })),
            featureEnvironments: [{ name: 'development', featureName: flag, enabled: true }],
            tagTypes: [],
          },
        },
      })
    expect(refusedBy(await importWith([strategy]))).toEqual([name])
    expect((await importWith([nordic()])).status).toBe(200)
  })

  it('a scenario file, but not for expectations that the file itself writes', async () => {
    const name = await gate()
    const off = `scenario: 1\nflags: [{ name: ${flag}, environments: { development: { enabled: false } } }]\n`
    const refused = await app.call(applyScenario, { body: { text: off } })
    expect(refusedBy(refused)).toEqual([name])
    const rewritten = `expect: [{ name: ${name}, flag: ${flag}, environment: development, expect: { enabled: false }, gate: refuse }]`
    const applied = await app.call(applyScenario, { body: { text: off + rewritten } })
    expect(applied.status, applied.text).toBe(200)
    expect(refusedBy(await turn('on'))).toEqual(200)
  })

  it('an undo', async () => {
    await turn('off')
    await turn('on')
    const [event] = await readEventLog(app, { limit: '1', feature: `IS:${flag}` })
    const name = await gate()
    const undo = await ask(`/api/admin/undo/${event?.id}`, { scope: 'write' })
    expect(refusedBy(undo)).toEqual([name])
  })

  it('the application of a change request, whose checks say so', async () => {
    const requests = requestsOf(app)
    await requests.configure(1, 'development')
    try {
      const name = await gate()
      const { id } = (
        await requests.post(
          { feature: flag, action: 'updateEnabled', payload: { enabled: false } },
          'ed',
          'development',
        )
      ).body as { id: number }
      const checks = await app.call(checkChangeRequest, { params: { id: String(id) }, as: 'ed' })
      expect(checks.body.failing).toMatchObject([{ name, gate: 'refuse', failsNow: false }])
      await requests.move(id, 'In review', 'ed')
      await requests.move(id, 'Approved', 'ann')
      expect(refusedBy(await requests.put(id, 'Applied', 'ann'))).toEqual([name])
      const headers = { 'x-halyard-policy-exception': 'incident' }
      const path = `${PROJECT}/change-requests/${id}/state`
      const applied = await app.call('PUT', path, { body: { state: 'Applied' }, as: 'ann', headers })
      expect(applied.status, applied.text).toBe(200)
    } finally {
      await requests.configure(0, 'development')
    }
  })
})

/** Writes whose events do not keep all that was there, or that nobody asks for. */
describe('the gate of a flag, and', () => {
  it('the default strategy of its project', async () => {
    const strategies = `${FEATURES}/${flag}/environments/development/strategies`
    const [own] = (await app.call('GET', strategies)).body as { id: string }[]
    const usual = {
      name: 'flexibleRollout',
      parameters: { rollout: '100', stickiness: 'userId', groupId: 'g' },
    }
    expect((await put(`${strategies}/${own?.id}`, { ...usual, constraints: [] })).status).toBe(200)
    const setDefault = (rollout: string) =>
      ask(`${PROJECT}/environments/development/default-strategy`, {
        ...{ ...usual, parameters: { ...usual.parameters, rollout } },
        ...{ constraints: [], segments: [], variants: [] },
      })
    expect((await setDefault('100')).status).toBe(200)
    const name = await gate({ expect: { enabled: true, reason: 'default-strategy-matched' } })
    const changed = await setDefault('50')
    expect(refusedBy(changed), changed.text).toEqual([name])
  })

  it('an environment that is deleted: what its events do not keep counts as having held', async () => {
    await post('/api/admin/environments', { name: 'qa', type: 'test' })
    const held = await gate({ environment: 'qa', expect: { enabled: false } })
    const elsewhere = await gate()
    const deleted = await app.call('DELETE', '/api/admin/environments/qa')
    expect(refusedBy(deleted), deleted.text).toEqual([held])
    expect(refusedBy(deleted)).not.toContain(elsewhere)
    await app.call(deleteExpectation, { params: { name: held } })
    expect((await app.call('DELETE', '/api/admin/environments/qa')).status).toBe(200)
  })

  it('a snapshot, which brings the expectations that were true of it', async () => {
    await turn('off')
    const params = { name: 'before-the-change' }
    expect((await app.call(createSnapshot, { body: params })).status).toBeLessThan(300)
    await turn('on')
    await gate()
    const restored = await app.call(restoreSnapshot, { params })
    expect(restored.status, restored.text).toBe(200)
    const state = (await app.call('GET', `${FEATURES}/${flag}/environments/development`)).body
    expect(state).toMatchObject({ enabled: false })
  })

  it('a write of the service itself, such as the end of an override: it is done, and warned of', async () => {
    const until = new Date(app.clock.now().getTime() + 60_000).toISOString()
    const path = `/api/halyard/projects/default/features/${flag}/environments/development/overrides`
    expect((await put(`${path}/everybody`, { enabled: false, until })).status).toBe(200)
    const name = await gate({ expect: { enabled: false } })
    expect(refusedBy(await app.call('DELETE', `${path}/everybody`))).toEqual([name])
    app.clock.advance(60_001)
    await app.backend.runJobs()
    expect((await gateEvents()).at(-1)).toMatchObject({
      ...{ type: 'expectation-warned', of: flag, data: { name } },
    })
  })
})
