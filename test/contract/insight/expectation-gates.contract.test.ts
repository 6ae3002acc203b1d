import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createExpectation, deleteExpectation } from '#shared/insight/contract/expectations.ts'
import type { ExpectationInput } from '#shared/insight/schemas/expectation.ts'
import { checkChangeRequest } from '#shared/changes/contract/change-request-review.ts'
import { createPolicy, deletePolicy } from '#shared/changes/contract/policies.ts'
import { applyScenario } from '#shared/transfer/contract/scenario.ts'
import { createSnapshot, restoreSnapshot } from '#shared/transfer/contract/snapshots.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { addGroup, giveAccess, userIdOf } from '#support/stages/access.ts'
import { requestsOf } from '#support/stages/change-requests.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const PROJECT = '/api/admin/projects/default'
const FEATURES = `${PROJECT}/features`
const MEMBER = 5
const GATES = ['expectation-warned', 'expectation-excepted', 'expectations-unchecked'] as const

let app: TestBackend
beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'ann', roles: ['Admin'] },
      { username: 'ed', roles: ['Editor'] },
      { username: 'seg', permissions: [{ permission: 'UPDATE_SEGMENT' }], atRoot: true },
      { username: 'stranger', roles: ['Viewer'] },
      {
        ...{ username: 'max', roles: ['Viewer'] },
        permissions: [{ permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' }],
      },
    ],
  })
})
afterAll(() => app.stop())

let flag = ''
let made = 0
/** Makes a flag that is on for Norway in development. */
async function makeFlag(strategy: object = nordic()): Promise<string> {
  const name = `flag-${++made}`
  await post(FEATURES, { name })
  await post(`${FEATURES}/${name}/environments/development/strategies`, strategy)
  await post(`${FEATURES}/${name}/environments/development/on`)
  return name
}
const nordic = (more: object = {}) => ({
  name: 'flexibleRollout',
  parameters: { rollout: '100', stickiness: 'userId', groupId: 'g' },
  constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
  ...more,
})
async function post(path: string, body?: object) {
  const answer = await app.call('POST', path, body === undefined ? {} : { body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body as { id: string }
}
const turn = (to: 'on' | 'off', call: object = {}, environment = 'development') =>
  app.call('POST', `${FEATURES}/${flag}/environments/${environment}/${to}`, call)

/** Creates an expectation of the flag in development. */
async function gate(more: Partial<ExpectationInput> = {}): Promise<string> {
  const body: ExpectationInput = {
    ...{ name: `gate-${++made}`, flag, environment: 'development', gate: 'refuse' },
    ...{ contexts: [{ userId: '7', country: 'NO' }], expect: { enabled: true } },
    ...more,
  }
  const { status, text } = await app.call(createExpectation, { body })
  expect(status, text).toBe(201)
  return body.name ?? ''
}
beforeEach(async () => void (flag = await makeFlag()))

interface Refusal {
  name: string
  message: string
  details: { message: string }[]
  violations: {
    expectation?: string
    policy?: string
    flag: string
    message: string
    explanation: string[]
  }[]
}
const refusedBy = ({ status, body }: { status: number; body: unknown }) =>
  status === 403 ? (body as Refusal).violations.map(({ expectation }) => expectation) : status

const gateEvents = async () => {
  const rows = await app.backend.store.queries
    .selectFrom('events')
    .selectAll()
    .where('type', 'in', GATES)
    .orderBy('id')
    .execute()
  return rows.map(({ type, feature_name: of, data }) => ({
    type,
    of,
    data: JSON.parse(String(data)) as object,
  }))
}

describe('an expectation with a gate', () => {
  it('refuses a write after which it fails, says what was expected and what came, and leaves nothing written', async () => {
    const name = await gate()
    const before = await readEventLog(app, { limit: '1' })
    const refused = await turn('off')
    expect(refused.status).toBe(403)
    const body = refused.body as Refusal
    expect(body).toMatchObject({
      name: 'ForbiddenError',
      violations: [
        {
          ...{ expectation: name, effect: 'refuse', flag, project: 'default', environment: 'development' },
          ...{ message: 'expected on, is off for userId=7 country=NO', path: '/body' },
          explanation: [expect.stringContaining('Off: ') as string],
        },
      ],
    })
    expect(body.violations[0]).not.toHaveProperty('policy')
    expect(body.message).toContain(
      `Not saved, because of an expectation. ${flag}: expected on, is off for userId=7 country=NO (expectation ${name}). Off: `,
    )
    expect(body.details[0]?.message).toContain(name)
    expect(await readEventLog(app, { limit: '1' })).toEqual(before)
    const state = (await app.call('GET', `${FEATURES}/${flag}/environments/development`)).body
    expect(state).toMatchObject({ enabled: true })
    // elsewhere it is none of its business
    expect((await turn('on', {}, 'production')).status).toBe(200)
  })

  it('that fails already refuses nothing, and one that is without a gate never', async () => {
    await gate({ contexts: [{ userId: '7', country: 'DK' }] })
    await gate({ gate: undefined })
    expect((await turn('off')).status).toBe(200)
  })

  it('warns in the log only, where it is so chosen', async () => {
    const name = await gate({ gate: 'warn' })
    expect((await turn('off')).status).toBe(200)
    expect((await gateEvents()).at(-1)).toEqual({
      type: 'expectation-warned',
      of: flag,
      data: { name, message: 'expected on, is off for userId=7 country=NO' },
    })
    const [last] = await readEventLog(app, { limit: '1' })
    expect(last?.summary).toContain(name)
  })

  it('takes an exception with a reason from those who may change the flag', async () => {
    const name = await gate()
    const headers = { 'x-halyard-policy-exception': encodeURIComponent('Störung 4711') }
    const forbidden = await turn('off', { as: 'max', headers })
    expect(refusedBy(forbidden)).toEqual([name])
    expect((forbidden.body as Refusal).message).toContain('You may not make exceptions')
    expect((await turn('off', { as: 'ed', headers })).status).toBe(200)
    expect((await gateEvents()).at(-1)).toMatchObject({
      type: 'expectation-excepted',
      data: { name, reason: 'Störung 4711' },
    })
  })

  it('is judged beside policies, and the refusal names both', async () => {
    const name = await gate()
    const policy = { name: 'described', effect: 'refuse', rule: { kind: 'change-window' } } as const
    const window = { days: [1], from: '00:00', to: '00:01', timeZone: 'UTC' }
    const body = { ...policy, rule: { ...policy.rule, ...window }, environment: 'development' }
    expect((await app.call(createPolicy, { body })).status).toBe(201)
    try {
      const { message, violations } = (await turn('off')).body as Refusal
      expect(violations.map((one) => one.policy ?? one.expectation)).toEqual(['described', name])
      expect(message).toContain('because of policies and expectations')
    } finally {
      await app.call(deletePolicy, { params: { name: 'described' } })
    }
  })

  it('is of a flag: one of access cannot have it', async () => {
    const body = { access: { role: 'Viewer' }, permission: 'ADMIN', allowed: false, gate: 'refuse' }
    const { status, body: said } = await app.call('POST', '/api/halyard/expectations', { body })
    expect([status, (said as { details: object[] }).details]).toMatchObject([400, [{ path: '/body/gate' }]])
  })

  it('that is deleted refuses nothing any more', async () => {
    const name = await gate()
    await app.call(deleteExpectation, { params: { name } })
    expect((await turn('off')).status).toBe(200)
  })
})

const put = (path: string, body?: object) => app.call('PUT', path, body === undefined ? {} : { body })
const ask = (path: string, body?: object) => app.call('POST', path, body === undefined ? {} : { body })

/** Ways in which a write reaches a flag without naming it, or takes away what it stands on. */
describe('the gate of a flag sees', () => {
  it('a segment that many flags share', async () => {
    const name = `segment-${++made}`
    const constraints = [{ contextName: 'country', operator: 'IN', values: ['NO'] }]
    const { id } = await post('/api/admin/segments', { name, constraints })
    flag = await makeFlag(nordic({ constraints: [], segments: [id] }))
    const gated = await gate()
    const values = (list: string[]) => ({ name, constraints: [{ ...constraints[0], values: list }] })
    expect(refusedBy(await put(`/api/admin/segments/${id}`, values(['SE'])))).toEqual([gated])
    expect((await put(`/api/admin/segments/${id}`, values(['NO', 'SE']))).status).toBe(204)
  })

  it('a parent that is switched off, a dependency that is added, and one that is lost', async () => {
    const [child, parent] = [flag, await makeFlag()]
    const name = await gate({ expect: { enabled: true } })
    const off = await makeFlag()
    expect((await ask(`${FEATURES}/${off}/environments/development/off`)).status).toBe(200)
    expect(refusedBy(await ask(`${FEATURES}/${child}/dependencies`, { feature: off }))).toEqual([name])
    expect((await ask(`${FEATURES}/${child}/dependencies`, { feature: parent })).status).toBe(200)
    flag = parent
    expect(refusedBy(await turn('off'))).toEqual([name])
    flag = child
    await app.call(deleteExpectation, { params: { name } })
    await post(`${FEATURES}/${parent}/environments/development/off`)
    const off7 = await gate({ expect: { enabled: false, reason: 'parent-off' } })
    expect(refusedBy(await app.call('DELETE', `${FEATURES}/${child}/dependencies`))).toEqual([off7])
  })

  it('a flag that is archived, or whose environment is taken from the project', async () => {
    const name = await gate()
    expect(refusedBy(await app.call('DELETE', `${FEATURES}/${flag}`))).toEqual([name])
    const taken = await app.call('DELETE', `${PROJECT}/environments/development`)
    expect(refusedBy(taken)).toContain(name)
  })

  it('an override, while expectations count overrides', async () => {
    const name = await gate()
    const path = `/api/halyard/projects/default/features/${flag}/environments/development/overrides`
    const set = await put(`${path}/everybody`, { enabled: false })
    expect([set.status, refusedBy(set)]).toEqual([403, [name]])
  })
})

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
    const params = { name: `before-${made}` }
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

describe('the gate of a flag that the caller does not see', () => {
  it('refuses a change of a shared segment, and tells nothing of the flag', async () => {
    await post('/api/admin/projects', { id: 'hush', name: 'Hush', mode: 'private' })
    const shared = { name: `segment-${++made}`, constraints: nordic().constraints }
    const { id } = await post('/api/admin/segments', shared)
    const features = '/api/admin/projects/hush/features'
    await post(features, { name: 'hushed' })
    const place = `${features}/hushed/environments/development`
    await post(`${place}/strategies`, nordic({ constraints: [], segments: [id] }))
    await post(`${place}/on`)
    const name = await gate({ name: 'hushed gate', flag: 'hushed' })
    const role = await app.backend.store.queries
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'of seg')
      .executeTakeFirstOrThrow()
    // through a group, such a role opens no private project
    await addGroup(app, 'segmenters', { rootRoleId: role.id, members: ['stranger'] })
    // decisions count a group from the next change of access on
    await giveAccess(app, 'default', { roles: [MEMBER], users: [await userIdOf(app, 'ed')] })
    const body = { ...shared, constraints: [] }
    const call = { body: { ...body, constraints: [{ ...shared.constraints[0], values: ['SE'] }] } }
    expect(refusedBy(await app.call('PUT', `/api/admin/segments/${id}`, call))).toEqual([name])
    const headers = { 'x-halyard-policy-exception': 'I may' }
    for (const more of [{}, { headers }]) {
      const answer = await app.call('PUT', `/api/admin/segments/${id}`, { ...call, ...more, as: 'stranger' })
      expect(refusedBy(answer)).toEqual(['hidden'])
      expect(answer.text).not.toContain('hush')
    }
  })
})

describe('a write that touches more than a check evaluates', () => {
  it('is checked as far as the bound, those that refuse first, and the log has the number of the others', async () => {
    const users = { count: 10_000, context: { country: 'NO' } }
    for (let nr = 0; nr < 11; nr += 1)
      await gate({ ...{ contexts: undefined, gate: 'warn', users }, expect: { enabled: true, share: 100 } })
    const name = await gate({ name: `zz refuses ${made}` })
    expect(refusedBy(await turn('off'))).toEqual([name])
    await app.call(deleteExpectation, { params: { name } })
    expect((await turn('off')).status).toBe(200)
    expect((await gateEvents()).at(-1)).toMatchObject({
      type: 'expectations-unchecked',
      of: null,
      data: { unchecked: 1 },
    })
  })
})
