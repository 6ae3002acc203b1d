import { describe, expect, it } from 'vitest'

import { rollout } from '#support/stages/releases.ts'
import { FRONTEND } from '#support/service/start-backend.ts'
import { useFlagReleases } from '#support/stages/start-releases.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'
import { getPlayground } from '#shared/insight/contract/playground.ts'

const stage = useFlagReleases()
const { plans, addOwn, makeTemplate } = stage
const rollouts = () => stage.releases.rolloutsOf(stage.flag)

describe('starting a milestone', () => {
  it('replaces the strategies of the former one, and SDKs see it at once', async () => {
    await addOwn({ name: 'applicationHostname', parameters: { hostNames: 'none' } })
    await stage.releases.on(stage.flag)
    const plan = await stage.releases.addPlan(stage.flag)
    const before = await stage.releases.seenBySdk(stage.flag)
    expect(before.seen?.strategies.map((one) => one.parameters?.['rollout'])).toEqual([undefined, '25'])
    const { status, body } = await stage.releases.start(stage.flag, plan, 2)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: plan.milestones[2]?.id, startedAt: expect.any(String) as string })
    expect((await stage.releases.planOf(stage.flag)).activeMilestoneId).toBe(plan.milestones[2]?.id)
    const after = await stage.releases.seenBySdk(stage.flag)
    expect(after.seen?.strategies.map((one) => one.parameters?.['rollout'])).toEqual([undefined, '75'])
    expect(after.etag).not.toBe(before.etag)
    const [started] = await stage.releases.events('release-plan-milestone-started')
    expect(started).toMatchObject({
      featureName: stage.flag,
      data: { name: 'Rollout 75%', planId: plan.id },
      preData: { name: 'Rollout 25%' },
    })
  })

  it('changes the results of the frontend API and the playground', async () => {
    const template = await makeTemplate([rollout('Nobody', 0, 0), rollout('Everybody', 1, 100)])
    const plan = await stage.releases.addPlan(stage.flag, template.id)
    await stage.releases.on(stage.flag)
    const isOn = async () => {
      const { body } = await stage.app.call(getFrontendFeatures, { query: { userId: '7' }, token: FRONTEND })
      return (body as { toggles: { name: string }[] }).toggles.some((one) => one.name === stage.flag)
    }
    const isOnInPlayground = async () => {
      const { body } = await stage.app.call(getPlayground, {
        body: { projects: ['default'], environment: 'development', context: { appName: 'x', userId: '7' } },
      })
      const { features } = body as { features: { name: string; isEnabled: boolean }[] }
      return features.find((one) => one.name === stage.flag)?.isEnabled
    }
    expect([await isOn(), await isOnInPlayground()]).toEqual([false, false])
    await stage.releases.start(stage.flag, plan, 1)
    expect([await isOn(), await isOnInPlayground()]).toEqual([true, true])
  })

  it('can go back, and later milestones count as not started', async () => {
    const plan = await stage.releases.addPlan(stage.flag)
    await stage.releases.on(stage.flag)
    await stage.releases.start(stage.flag, plan, 1)
    await stage.releases.start(stage.flag, plan, 2)
    stage.app.clock.advance(60_000)
    await stage.releases.start(stage.flag, plan, 0)
    const { milestones, activeMilestoneId } = await stage.releases.planOf(stage.flag)
    expect(activeMilestoneId).toBe(milestones[0]?.id)
    expect(milestones.map((one) => one.startedAt)).toEqual([
      stage.app.clock.now().toISOString(),
      null,
      null,
      null,
    ])
    expect(await rollouts()).toEqual(['25'])
  })

  it('works while the flag is off, and enables it', async () => {
    const plan = await stage.releases.addPlan(stage.flag)
    await stage.releases.start(stage.flag, plan, 3)
    expect([await rollouts(), await stage.releases.isEnabled(stage.flag)]).toEqual([['100'], false])
    await stage.releases.on(stage.flag)
    expect(await stage.releases.activeOf(stage.flag)).toBe('Rollout 100%')
  })

  it('with disabled strategies only disables the flag, lest it be on for everybody', async () => {
    const template = await makeTemplate([
      rollout('Few', 0, 5),
      { name: 'Off', sortOrder: 1, strategies: [{ name: 'default', sortOrder: 0, disabled: true }] },
    ])
    await stage.releases.on(stage.flag)
    const plan = await stage.releases.addPlan(stage.flag, template.id)
    // the default strategy, added when the flag was enabled
    const [own] = (await stage.app.call('GET', `${stage.releases.pathOf(stage.flag)}/strategies`)).body as {
      id: string
    }[]
    await stage.app.call('DELETE', `${stage.releases.pathOf(stage.flag)}/strategies/${own?.id}`)
    await stage.releases.start(stage.flag, plan, 1)
    expect(await stage.releases.isEnabled(stage.flag)).toBe(false)
  })

  it('is rejected for unknown ids, and for an archived flag', async () => {
    const plan = await stage.releases.addPlan(stage.flag)
    expect((await stage.app.call('POST', plans(`/${plan.id}/milestones/nope/start`))).status).toBe(404)
    expect(
      (await stage.app.call('POST', plans(`/nope/milestones/${plan.milestones[0]?.id}/start`))).status,
    ).toBe(404)
    await stage.app.call(archiveFeature, { params: { projectId: 'default', featureName: stage.flag } })
    expect((await stage.releases.start(stage.flag, plan, 0)).status).toBe(400)
  })
})

describe('the strategies of a milestone', () => {
  const update = (id: string | undefined, body: object) =>
    stage.app.call('PUT', `${stage.releases.pathOf(stage.flag)}/milestone-strategies/${id}`, { body })

  it('are changed before it starts, and keep omitted properties', async () => {
    const plan = await stage.releases.addPlan(stage.flag)
    const strategy = plan.milestones[1]?.strategies[0]
    const { status, body } = await update(strategy?.id, {
      title: 'A third',
      parameters: { ...strategy?.parameters, rollout: '33' },
    })
    expect([status, body]).toMatchObject([
      200,
      { ...strategy, title: 'A third', parameters: { rollout: '33' } },
    ])
    await stage.releases.on(stage.flag)
    await stage.releases.start(stage.flag, plan, 1)
    expect(await rollouts()).toEqual(['33'])
  })

  it('are changed while it is active, and SDKs see it', async () => {
    await stage.releases.on(stage.flag)
    const plan = await stage.releases.addPlan(stage.flag)
    const id = plan.milestones[0]?.strategies[0]?.id
    const before = await stage.releases.seenBySdk(stage.flag)
    await update(id, { parameters: { groupId: stage.flag, rollout: '30', stickiness: 'default' } })
    const after = await stage.releases.seenBySdk(stage.flag)
    expect(after.seen?.strategies.at(-1)?.parameters?.['rollout']).toBe('30')
    expect(after.etag).not.toBe(before.etag)
    const [told] = await stage.releases.events('feature-strategy-update')
    expect(told).toMatchObject({
      data: { parameters: { rollout: '30' } },
      preData: { parameters: { rollout: '25' } },
    })
  })

  it('are changed as strategies of the flag, too, and stay so when the milestone starts again', async () => {
    await stage.releases.on(stage.flag)
    const plan = await stage.releases.addPlan(stage.flag)
    const id = plan.milestones[0]?.strategies[0]?.id ?? ''
    const path = `${stage.releases.pathOf(stage.flag)}/strategies/${id}`
    const parameters = { groupId: stage.flag, rollout: '31', stickiness: 'default' }
    expect((await stage.app.call('PUT', path, { body: { parameters } })).status).toBe(200)
    await stage.releases.start(stage.flag, plan, 0)
    expect((await rollouts()).at(-1)).toBe('31')
    expect(await stage.app.call('DELETE', path)).toMatchObject({
      status: 400,
      body: {
        details: [
          {
            message: `Strategy "${id}" is part of a milestone. Start another milestone, or remove the release plan.`,
          },
        ],
      },
    })
  })

  it('are validated as other strategies are', async () => {
    const plan = await stage.releases.addPlan(stage.flag)
    expect(await update(plan.milestones[0]?.strategies[0]?.id, { name: 'nope' })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/name' }] },
    })
    expect((await update('nope', {})).status).toBe(404)
  })
})
