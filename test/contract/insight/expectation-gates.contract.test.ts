import { describe, expect, it } from 'vitest'

import { deleteExpectation } from '#shared/insight/contract/expectations.ts'
import { createPolicy, deletePolicy } from '#shared/changes/contract/policies.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { addGroup, giveAccess, userIdOf } from '#support/stages/access.ts'
import {
  app,
  ask,
  FEATURES,
  flag,
  gate,
  gateEvents,
  makeFlag,
  MEMBER,
  nordic,
  post,
  PROJECT,
  put,
  type Refusal,
  refusedBy,
  takeFlag,
  turn,
  useGates,
} from '#support/stages/expectation-gates.ts'

useGates()

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

/** Ways in which a write reaches a flag without naming it, or takes away what it stands on. */
describe('the gate of a flag sees', () => {
  it('a segment that many flags share', async () => {
    const name = 'of many flags'
    const constraints = [{ contextName: 'country', operator: 'IN', values: ['NO'] }]
    const { id } = await post('/api/admin/segments', { name, constraints })
    takeFlag(await makeFlag(nordic({ constraints: [], segments: [id] })))
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
    takeFlag(parent)
    expect(refusedBy(await turn('off'))).toEqual([name])
    takeFlag(child)
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

describe('the gate of a flag that the caller does not see', () => {
  it('refuses a change of a shared segment, and tells nothing of the flag', async () => {
    await post('/api/admin/projects', { id: 'hush', name: 'Hush', mode: 'private' })
    const shared = { name: 'of a hidden flag', constraints: nordic().constraints }
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
    const name = await gate({ name: 'zz refuses' })
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
