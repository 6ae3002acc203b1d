import { afterEach, describe, expect, it } from 'vitest'

import { getActionsOverview, getSignalActions } from '#shared/signals/contract/action-execution.ts'
import { getActionRules, getActionSetNotes, setActionRules } from '#shared/signals/contract/action-rules.ts'
import { getProjectActions } from '#shared/signals/contract/actions.ts'
import { searchSignals } from '#shared/signals/contract/signals.ts'
import type { ActionRules } from '#shared/signals/schemas/action-rules.ts'
import { useActionStage, UNKNOWN } from '#support/stages/action-execution.ts'
import { switching } from '#support/stages/actions.ts'

/** Rules of action sets: failures, pace and reset (ADR 86). Retries have a file of their own. */
const stage = useActionStage()
const MINUTE = 60_000
const DEFAULTS = {
  onFailure: 'stop',
  retries: 0,
  retryAfterSeconds: 60,
  coolDownMinutes: 0,
  maxPerHour: null,
  reset: null,
}
const RESOLVED: NonNullable<ActionRules['reset']> = { status: { operator: 'IN', values: ['resolved'] } }
const at = (id: number, projectId = 'default') => ({ params: { projectId, id: String(id) } })
const rule = async (id: number, body: Partial<ActionRules>) => {
  const answer = await stage.app.call(setActionRules, { ...at(id), body })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body
}
const notesOf = async (id: number, query = {}) =>
  (await stage.app.call(getActionSetNotes, { ...at(id), query })).body.notes
const outcomeOf = async (id: number) => {
  const { body } = await stage.app.call(searchSignals, { query: { endpoint: String(stage.endpoint) } })
  return body.signals.find((one) => one.id === id)?.outcome
}
const happen = async (payload: unknown = {}) => {
  const id = await stage.signal(payload)
  await stage.run()
  return id
}
const later = (minutes: number) => stage.app.clock.advance(minutes * MINUTE)
const states = async (id: number) =>
  (await stage.results(id)).map((one) => (Array.isArray(one) ? one[0] : one) as string)
const executions = async (id: number) => (await stage.eventsOf(id)).length

describe('the rules of an action set', () => {
  it('are those of a set without any until they are set, and stay when the set changes', async () => {
    const set = await stage.create()
    expect((await stage.app.call(getActionRules, at(set.id))).body).toEqual(DEFAULTS)
    const rules = { onFailure: 'continue', retries: 5, coolDownMinutes: 3, reset: RESOLVED } as const
    expect(await rule(set.id, rules)).toEqual({ ...DEFAULTS, ...rules })
    expect((await stage.audit(1))[0]).toMatchObject({
      type: 'actions-rules-updated',
      createdBy: 'admin',
      data: { id: set.id, rules },
    })
    await stage.app.call('PUT', `/api/admin/projects/default/actions/${set.id}`, {
      body: stage.draft({ name: 'Renamed' }),
    })
    expect((await stage.app.call(getActionRules, at(set.id))).body).toEqual({ ...DEFAULTS, ...rules })
    const overview = await stage.app.call(getActionsOverview, { params: { projectId: 'default' } })
    expect(overview.body.actions).toMatchObject([{ name: 'Renamed', rules }])
    // the published shape does not have them
    const { body } = await stage.app.call(getProjectActions, { params: { projectId: 'default' } })
    expect(Object.keys(body.actions[0] ?? {}).sort()).toEqual(Object.keys(set).sort())
    expect(await rule(set.id, {})).toEqual(DEFAULTS)
  })

  it('are refused with 400 that names the field, 404 for an unknown set, 403 for others than Admins', async () => {
    const { id } = await stage.create()
    const refused = async (body: object) => {
      const path = `/api/halyard/projects/default/actions/${id}/rules`
      const answer = await stage.app.call('PUT', path, { body })
      const { details } = answer.body as { details: { path?: string; message: string }[] }
      return [answer.status, details[0]?.path ?? details[0]?.message]
    }
    expect(await refused({ reset: {} })).toEqual([400, '/body/reset'])
    expect(await refused({ reset: { a: { operator: 'NUM_GT', value: 'x' } } })).toEqual([
      400,
      '/body/reset/a',
    ])
    for (const [field, value] of [
      ['retries', 6],
      ['retryAfterSeconds', 0],
      ['coolDownMinutes', 1441],
      ['maxPerHour', 61],
      ['onFailure', 'maybe'],
    ] as const) {
      const [status, told] = await refused({ [field]: value })
      expect([status, String(told)]).toEqual([400, expect.stringContaining(field)])
    }
    const filters = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`p${n}`, RESOLVED['status']]))
    expect((await refused({ reset: filters }))[0]).toBe(400)
    for (const operation of [getActionRules, getActionSetNotes] as const) {
      const named = { params: { projectId: 'default', id: 'first' } }
      expect((await stage.app.call(operation, named)).status).toBe(400)
      expect((await stage.app.call(operation, at(UNKNOWN))).status).toBe(404)
      expect((await stage.app.call(operation, at(id, 'other'))).status).toBe(404)
      expect((await stage.app.call(operation, { ...at(id), as: 'viewer' })).status).toBe(403)
    }
    expect((await stage.app.call(setActionRules, { ...at(UNKNOWN), body: {} })).status).toBe(404)
    expect((await stage.app.call(setActionRules, { ...at(id), body: {}, as: 'owner' })).status).toBe(403)
    expect(
      (await stage.app.call('PUT', '/api/halyard/projects/default/actions/x/rules', { body: {} })).status,
    ).toBe(400)
    expect((await stage.app.call(getActionSetNotes, { ...at(id), query: { limit: '0' } })).status).toBe(400)
  })
})

describe('after an action that fails', () => {
  const actions = () => [
    switching('ON', 'no-such-flag', 1),
    switching('OFF', stage.flag, 2),
    switching('ON', 'neither', 3),
  ]

  it('the others are not started, unless the rules say so', async () => {
    const { id } = await stage.create({ actions: actions() })
    await happen()
    expect(await states(id)).toEqual(['failed', 'failed', 'not started', 'not started'])
    await rule(id, { onFailure: 'continue' })
    await happen()
    expect(await states(id)).toEqual(['failed', 'failed', 'success', 'failed'])
    expect(await stage.isOn(stage.flag)).toBe(false)
  })
})

describe('the pace of a set', () => {
  it('skips signals within the cool-down, and says so at the set and at the signal', async () => {
    const { id } = await stage.create()
    await rule(id, { coolDownMinutes: 10 })
    await happen()
    const until = new Date(stage.app.clock.now().getTime() + 10 * MINUTE).toISOString()
    await stage.turn(stage.flag, 'on')
    later(9)
    const skipped = await happen()
    expect([await executions(id), await stage.isOn(stage.flag), await outcomeOf(skipped)]).toEqual([
      1,
      true,
      'skipped',
    ])
    const note = {
      id: expect.any(Number) as number,
      actionSetId: id,
      signalId: skipped,
      createdAt: stage.app.clock.now().toISOString(),
      kind: 'skipped',
      reason: 'cool-down',
      until,
    }
    expect(await notesOf(id)).toEqual([note])
    const chain = (as?: string) =>
      stage.app.call(getSignalActions, { params: { id: String(skipped) }, ...(as ? { as } : {}) })
    expect((await chain()).body.notes).toEqual([note])
    expect((await chain('viewer')).body.notes).toEqual([])
    later(1)
    expect(await outcomeOf(await happen())).toBe('done')
    expect([await executions(id), await stage.isOn(stage.flag)]).toEqual([2, false])
  })

  it('executes no more often in an hour than the rules say; other sets of the signal are executed', async () => {
    const { id } = await stage.create()
    const other = await stage.create({ name: 'Other', actions: [switching('ON', stage.second)] })
    await rule(id, { maxPerHour: 2 })
    const first = stage.app.clock.now().getTime()
    for (let n = 0; n < 4; n++) {
      await happen()
      later(10)
    }
    expect([await executions(id), await executions(other.id)]).toEqual([2, 4])
    const notes = await notesOf(id)
    expect(notes).toMatchObject([
      { reason: 'hourly' },
      { reason: 'hourly', until: new Date(first + 60 * MINUTE).toISOString() },
    ])
    expect(await outcomeOf(notes[0]?.signalId ?? 0)).toBe('done')
    expect(await notesOf(id, { limit: '1', offset: '1' })).toEqual([notes[1]])
    later(20)
    await happen()
    await happen()
    expect(await executions(id)).toBe(3)
  })
})

describe('the reset of a set', () => {
  const create = async (rest = {}) => {
    const set = await stage.create(rest)
    await rule(set.id, { reset: RESOLVED })
    return set.id
  }
  const resolve = () => happen({ status: 'resolved' })

  it('puts back what the set switched, as its service account, and starts nothing', async () => {
    const id = await create({
      actorId: stage.robot,
      actions: [switching('OFF', stage.flag), switching('ON', stage.second, 2)],
    })
    await happen({ status: 'firing' })
    expect([await stage.isOn(stage.flag), await stage.isOn(stage.second)]).toEqual([false, true])
    const over = await resolve()
    expect([await stage.isOn(stage.flag), await stage.isOn(stage.second)]).toEqual([true, false])
    expect([await executions(id), await outcomeOf(over)]).toEqual([1, 'reset'])
    const [note] = await notesOf(id)
    expect(note).toMatchObject({ kind: 'reset', signalId: over, left: [], isTooMuch: false })
    const restored = note?.kind === 'reset' ? note.restored : []
    expect(new Set(restored.map(({ featureName }) => featureName))).toEqual(
      new Set([stage.flag, stage.second]),
    )
    const [told, ...undone] = await stage.audit(6)
    expect(told).toMatchObject({
      type: 'actions-reset',
      createdBy: 'robot',
      data: { id, signalId: over, restored: restored.length, left: 0 },
    })
    expect(
      undone.filter(({ type }) => type === 'changes-undone').map(({ createdBy }) => createdBy),
    ).toContain('robot')
    // over once: nothing is left to put back
    await stage.turn(stage.flag, 'off')
    await resolve()
    expect(await stage.isOn(stage.flag)).toBe(false)
    expect((await notesOf(id))[0]).toMatchObject({ kind: 'reset', restored: [], left: [] })
  })

  it('puts back the state before the last switch, after several alarms', async () => {
    await create()
    await happen()
    await stage.turn(stage.flag, 'on')
    await happen()
    await happen()
    expect(await stage.isOn(stage.flag)).toBe(false)
    await resolve()
    expect(await stage.isOn(stage.flag)).toBe(true)
  })

  it('leaves what somebody changed meanwhile, and says so; the rest is put back', async () => {
    const id = await create({ actions: [switching('OFF', stage.flag), switching('ON', stage.second, 2)] })
    await happen()
    await stage.turn(stage.flag, 'on')
    await stage.turn(stage.flag, 'off')
    await resolve()
    expect([await stage.isOn(stage.flag), await stage.isOn(stage.second)]).toEqual([false, false])
    expect((await notesOf(id))[0]).toMatchObject({
      kind: 'reset',
      left: [
        {
          featureName: stage.flag,
          environment: 'development',
          reason: expect.stringContaining('Newer changes depend on this') as string,
        },
      ],
    })
  })

  it('leaves what the service account may no longer switch', async () => {
    const id = await create({ actorId: stage.robot })
    await happen()
    await stage.app.call('PUT', `/api/admin/projects/default/actions/${id}`, {
      body: stage.draft({ actorId: stage.weakling }),
    })
    await resolve()
    expect(await stage.isOn(stage.flag)).toBe(false)
    expect((await notesOf(id))[0]).toMatchObject({
      restored: [],
      left: [{ reason: expect.stringContaining('permission') as string }],
    })
  })

  it('puts back none of more flags than it may', async () => {
    const tag = `many-${stage.flag}`
    const names = Array.from({ length: 101 }, (_, n) => `${tag}-${n}`)
    for (const name of names) {
      await stage.app.call('POST', '/api/admin/projects/default/features', { body: { name } })
      await stage.turn(name, 'on')
      await stage.tag(name, tag)
    }
    const action = {
      action: 'TOGGLE_FEATURES_OFF_BY_TAG',
      sortOrder: 1,
      executionParams: { environment: 'development', tag: `simple:${tag}` },
    }
    const id = await create({ actions: [action] })
    await happen()
    await resolve()
    expect((await notesOf(id))[0]).toMatchObject({ kind: 'reset', isTooMuch: true, restored: [], left: [] })
    expect(await stage.isOn(names[0] ?? '')).toBe(false)
  })
})

afterEach(() => stage.app.backend.store.queries.deleteFrom('action_set_notes').execute())
