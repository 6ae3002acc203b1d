import { describe, expect, it } from 'vitest'

import { byTag, useActionStage, VIEWER } from '#support/stages/action-execution.ts'
import { addEndpoint, addServiceAccount, switching } from '#support/stages/actions.ts'
import { BACKEND } from '#support/service/start-backend.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { toggleActionSetOn } from '#shared/signals/contract/actions.ts'
import { updateServiceAccount } from '#shared/access/contract/service-accounts.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { updateProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'

const AT = '2026-11-21T12:00:00.000Z'
const stage = useActionStage()

describe('the processing of a signal', () => {
  it('sets a signal aside that fails, and continues with the next', async () => {
    const set = await stage.create(stage.critical())
    const { store } = stage.app.backend
    // simulate a defect
    await store.transaction((queries) =>
      queries.updateTable('action_sets').set({ filters: 'no JSON' }).where('id', '=', set.id).execute(),
    )
    const first = await stage.signal({ payload: { severity: 'critical' } })
    const next = await stage.signal({ payload: { severity: 'critical' } })
    await stage.run()
    expect((await stage.queue()).waiting).toBe(0)
    const aside = (await stage.audit()).filter(({ type }) => type === 'signal-set-aside')
    expect(aside.map(({ data }) => (data as { id: number }).id).sort()).toEqual([first, next].sort())
    await store.transaction((queries) => queries.deleteFrom('action_sets').where('id', '=', set.id).execute())
  })

  it('runs the actions of a matching set as its service account, and SDKs see it', async () => {
    const set = await stage.create(stage.critical())
    const unfit = await stage.signal({ payload: { severity: 'info' } })
    await stage.run()
    expect([await stage.isOn(stage.flag), await stage.eventsOf(set.id)]).toEqual([true, []])
    const fit = await stage.signal({ payload: { severity: 'critical' } })
    await stage.run()
    const { body } = await stage.app.call(getAllClientFeatures, { token: BACKEND })
    const { features } = body as { features: { name: string; enabled: boolean }[] }
    expect(features.find((one) => one.name === stage.flag)?.enabled).toBe(false)
    expect(await stage.eventsOf(set.id)).toEqual([
      {
        id: expect.any(Number) as number,
        actionSetId: set.id,
        signalId: fit,
        createdAt: AT,
        state: 'success',
        signal: {
          id: fit,
          source: 'signal-endpoint',
          sourceId: stage.endpoint,
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
    expect((await stage.audit()).slice(0, 2)).toMatchObject([
      {
        type: 'actions-executed',
        createdBy: 'robot',
        data: { name: set.name, signalId: fit, state: 'success' },
      },
      { type: 'feature-environment-disabled', createdBy: 'robot', featureName: stage.flag },
    ])
    expect(await stage.queue()).toMatchObject({ waiting: 0, oldestAt: null })
    expect(unfit).toBeLessThan(fit)
  })

  it('happens once', async () => {
    const { id } = await stage.create()
    await stage.signal()
    await stage.run()
    await stage.turn(stage.flag, 'on')
    await stage.run()
    expect([(await stage.eventsOf(id)).length, await stage.isOn(stage.flag)]).toEqual([1, true])
  })

  it('starts nothing where the set or endpoint is off, or for a signal of another endpoint', async () => {
    const off = await stage.create({ enabled: false })
    await stage.signal()
    await stage.run()
    const on = await stage.create({ name: 'On' })
    await stage.signal({}, await addEndpoint(stage.app, `other-${stage.flag}`))
    await stage.run()
    await stage.app.backend.store.queries.updateTable('signal_endpoints').set({ enabled: false }).execute()
    await stage.signal()
    await stage.run()
    expect([await stage.eventsOf(off.id), await stage.eventsOf(on.id), await stage.isOn(stage.flag)]).toEqual(
      [[], [], true],
    )
    expect(await stage.queue()).toMatchObject({ waiting: 0 })
  })

  it('handles waiting signals in order, until none is left', async () => {
    const { id } = await stage.create()
    const ids: number[] = []
    for (let n = 0; n < 25; n++) ids.push(await stage.signal({ n }))
    expect(await stage.queue()).toEqual({ waiting: 25, oldestAt: AT, intervalSeconds: 60, perCycle: 10 })
    await stage.run()
    expect(await stage.queue()).toMatchObject({ waiting: 0 })
    const order = (await stage.eventsOf(id)).map(({ signalId }) => signalId)
    expect(order).toEqual([...ids].reverse())
  })

  it('is complete at once where no set is on for the endpoint', async () => {
    await stage.create({ enabled: false })
    await stage.signal()
    expect(await stage.queue()).toMatchObject({ waiting: 0, oldestAt: null })
  })

  it('does not start a set for signals from before it was turned on, also those waiting for another set', async () => {
    const other = await stage.create({ name: 'Other', actions: [switching('ON', stage.flag)] })
    const late = await stage.create({ enabled: false })
    await stage.signal()
    const { status } = await stage.app.call(toggleActionSetOn, {
      params: { projectId: 'default', id: late.id },
    })
    expect(status).toBe(200)
    const after = await stage.signal()
    const made = await stage.create({ name: 'Made later' })
    await stage.run()
    expect((await stage.eventsOf(other.id)).length).toBe(2)
    expect((await stage.eventsOf(late.id)).map(({ signalId }) => signalId)).toEqual([after])
    expect(await stage.eventsOf(made.id)).toEqual([])
  })

  it('sets a signal with an unreadable payload aside, and continues with the next', async () => {
    const { id } = await stage.create()
    const broken = await stage.signal()
    await stage.app.backend.store.queries
      .updateTable('signals')
      .set({ payload: 'no JSON' })
      .where('id', '=', broken)
      .execute()
    const next = await stage.signal()
    await stage.run()
    expect(await stage.queue()).toMatchObject({ waiting: 0 })
    expect((await stage.eventsOf(id)).map(({ signalId }) => signalId)).toEqual([next])
    const aside = (await stage.audit()).filter(({ type }) => type === 'signal-set-aside')
    expect(aside.map(({ data }) => (data as { id: number }).id)).toContain(broken)
  })

  it('starts all matching sets, oldest first, independently', async () => {
    const failing = await stage.create({ name: 'A', actions: [switching('OFF', 'no-such-flag')] })
    const working = await stage.create({ name: 'B' })
    const last = await stage.create({ name: 'C', actions: [switching('ON', stage.flag)] })
    await stage.signal()
    await stage.run()
    expect(await stage.results(failing.id)).toEqual([
      'failed',
      ['failed', expect.stringContaining('no-such-flag')],
    ])
    expect((await stage.results(working.id))[0]).toBe('success')
    expect((await stage.results(last.id))[0]).toBe('success')
    expect(await stage.isOn(stage.flag)).toBe(true)
    const types = (await stage.audit())
      .filter(({ featureName }) => featureName === stage.flag)
      .map(({ type }) => type)
    expect(types.slice(0, 2)).toEqual(['feature-environment-enabled', 'feature-environment-disabled'])
  })
})

describe('the actions of a set', () => {
  it('run in order; the first failure stops the rest, and earlier effects stay', async () => {
    const actions = [
      switching('ON', stage.flag, 3),
      switching('ON', 'no-such-flag', 2),
      switching('OFF', stage.flag, 1),
    ]
    const { id } = await stage.create({ actions })
    await stage.signal()
    await stage.run()
    expect(await stage.results(id)).toEqual([
      'failed',
      ['success', null],
      ['failed', expect.stringContaining('no-such-flag')],
      ['not started', null],
    ])
    expect(await stage.isOn(stage.flag)).toBe(false)
    expect(await stage.audit(1)).toMatchObject([
      { type: 'actions-executed', data: { state: 'failed', details: expect.any(String) as string } },
    ])
  })

  it('roll all their own effects back when they fail, events included', async () => {
    await stage.turn(stage.flag, 'off')
    await stage.tag(stage.flag, `both-${stage.flag}`)
    await stage.tag(stage.second, `both-${stage.flag}`)
    // the second flag has no strategy, and this account may not add one
    const { id } = await stage.create({
      actorId: stage.switcher,
      actions: [byTag('ON', `both-${stage.flag}`)],
    })
    await stage.signal()
    await stage.run()
    expect(await stage.results(id)).toEqual([
      'failed',
      ['failed', expect.stringContaining('CREATE_FEATURE_STRATEGY')],
    ])
    expect([await stage.isOn(stage.flag), await stage.isOn(stage.second)]).toEqual([false, false])
    const told = (await stage.audit(10)).filter(({ createdBy }) => createdBy === 'switcher')
    expect(told.map(({ type }) => type)).toEqual(['actions-executed'])
    // the first flag alone can be switched
    const alone = await stage.create({
      name: 'Alone',
      actorId: stage.switcher,
      actions: [switching('ON', stage.flag)],
    })
    await stage.signal()
    await stage.run()
    expect([(await stage.results(alone.id))[0], await stage.isOn(stage.flag)]).toEqual(['success', true])
  })

  it('apply to all flags of a tag, and report how many', async () => {
    await stage.tag(stage.flag, `all-${stage.flag}`)
    await stage.tag(stage.second, `all-${stage.flag}`)
    const { id } = await stage.create({
      actions: [byTag('ON', `all-${stage.flag}`), byTag('OFF', `no-such-${stage.flag}`, 2)],
    })
    await stage.signal()
    await stage.run()
    expect(await stage.results(id)).toEqual([
      'success',
      ['success', `2 flags have the tag simple:all-${stage.flag}.`],
      ['success', `No flag of the project has the tag simple:no-such-${stage.flag}.`],
    ])
    expect([await stage.isOn(stage.flag), await stage.isOn(stage.second)]).toEqual([true, true])
  })

  it('need the permissions of the service account at that moment', async () => {
    const { id } = await stage.create({ actorId: stage.weakling })
    await stage.signal()
    await stage.run()
    expect(await stage.results(id)).toEqual([
      'failed',
      ['failed', expect.stringContaining('"UPDATE_FEATURE_ENVIRONMENT" permission in the "development"')],
    ])
    expect(await stage.isOn(stage.flag)).toBe(true)
    await stage.app.call(updateServiceAccount, { params: { id: stage.weakling }, body: { rootRole: 2 } })
    await stage.signal()
    await stage.run()
    await stage.app.call(updateServiceAccount, { params: { id: stage.weakling }, body: { rootRole: VIEWER } })
    expect([(await stage.results(id))[0], await stage.isOn(stage.flag)]).toEqual(['success', false])
  })

  it('follow change requests, unless the service account may bypass them', async () => {
    expect(
      (
        await stage.app.call(updateProjectChangeRequestConfig, {
          params: { projectId: 'default', environment: 'development' },
          body: { changeRequestsEnabled: true },
        })
      ).status,
    ).toBe(200)
    const held = await stage.create()
    const free = await stage.create({
      name: 'Free',
      actorId: await addServiceAccount(stage.app, `boss-${stage.flag}`, 1),
    })
    await stage.signal()
    await stage.run()
    await stage.app.call(updateProjectChangeRequestConfig, {
      params: { projectId: 'default', environment: 'development' },
      body: { changeRequestsEnabled: false },
    })
    expect(await stage.results(held.id)).toEqual([
      'failed',
      ['failed', expect.stringContaining('SKIP_CHANGE_REQUEST')],
    ])
    expect([(await stage.results(free.id))[0], await stage.isOn(stage.flag)]).toEqual(['success', false])
  })

  it('that cause an internal error fail alone, and delay nothing', async () => {
    const { queries } = stage.app.backend.store
    const setDefaultStrategy = (text: string | null) =>
      queries
        .updateTable('project_environments')
        .set({ default_strategy: text as never })
        .where('project', '=', 'default')
        .where('environment', '=', 'development')
        .execute()
    await stage.app.call(addFeatureStrategy, {
      params: { projectId: 'default', featureName: stage.second, environment: 'development' },
      body: { name: 'default' },
    })
    // a flag without strategies gets this one when it is turned on
    await queries.deleteFrom('feature_strategies').where('feature_name', '=', stage.flag).execute()
    await setDefaultStrategy('broken')
    const broken = await stage.create({ name: 'Broken', actions: [switching('ON', stage.flag)] })
    const sound = await stage.create({ name: 'Sound', actions: [switching('ON', stage.second)] })
    await stage.signal()
    await stage.run()
    await setDefaultStrategy(null)
    expect(await stage.results(broken.id)).toEqual([
      'failed',
      ['failed', 'Something went wrong inside the service. Its log says more.'],
    ])
    expect([(await stage.results(sound.id))[0], await stage.isOn(stage.second)]).toEqual(['success', true])
  })
})
