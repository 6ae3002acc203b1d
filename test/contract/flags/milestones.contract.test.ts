import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { rollout, type Releases } from '../../support/releases.ts'
import { FRONTEND, type TestBackend } from '../../support/start-backend.ts'
import { startReleases } from '../../support/start-releases.ts'
import { archiveFeature } from '../../../src-shared/flags/contract/features.ts'
import { getFrontendFeatures } from '../../../src-shared/clients/contract/frontend-api.ts'
import { getPlayground } from '../../../src-shared/insight/contract/playground.ts'

let app: TestBackend
let releases: Releases
let flag: string
let count = 0

beforeAll(async () => {
  ;({ app, releases } = await startReleases({
    env: { UNLEASH_RELEASE_TEMPLATES_LIMIT: '1000' },
    users: [{ username: 'viewer', roles: ['Viewer'] }],
  }))
})
beforeEach(async () => {
  flag = await releases.addFlag(`flag-${++count}`)
})
afterAll(() => app.stop())

const plans = (path = '') => `${releases.pathOf(flag)}/release-plans${path}`
const addOwn = (body: object = { name: 'default' }) =>
  app.call('POST', `${releases.pathOf(flag)}/strategies`, { body })
const rollouts = () => releases.rolloutsOf(flag)
const makeTemplate = (milestones: object[]) =>
  releases.createTemplate({ name: `template ${count} ${milestones.length}`, milestones })

describe('starting a milestone', () => {
  it('replaces the strategies of the former one, and SDKs see it at once', async () => {
    await addOwn({ name: 'applicationHostname', parameters: { hostNames: 'none' } })
    await releases.on(flag)
    const plan = await releases.addPlan(flag)
    const before = await releases.seenBySdk(flag)
    expect(before.seen?.strategies.map((one) => one.parameters?.['rollout'])).toEqual([undefined, '25'])
    const { status, body } = await releases.start(flag, plan, 2)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: plan.milestones[2]?.id, startedAt: expect.any(String) as string })
    expect((await releases.planOf(flag)).activeMilestoneId).toBe(plan.milestones[2]?.id)
    const after = await releases.seenBySdk(flag)
    expect(after.seen?.strategies.map((one) => one.parameters?.['rollout'])).toEqual([undefined, '75'])
    expect(after.etag).not.toBe(before.etag)
    const [started] = await releases.events('release-plan-milestone-started')
    expect(started).toMatchObject({
      featureName: flag,
      data: { name: 'Rollout 75%', planId: plan.id },
      preData: { name: 'Rollout 25%' },
    })
  })

  it('changes the results of the frontend API and the playground', async () => {
    const template = await makeTemplate([rollout('Nobody', 0, 0), rollout('Everybody', 1, 100)])
    const plan = await releases.addPlan(flag, template.id)
    await releases.on(flag)
    const isOn = async () => {
      const { body } = await app.call(getFrontendFeatures, { query: { userId: '7' }, token: FRONTEND })
      return (body as { toggles: { name: string }[] }).toggles.some((one) => one.name === flag)
    }
    const isOnInPlayground = async () => {
      const { body } = await app.call(getPlayground, {
        body: { projects: ['default'], environment: 'development', context: { appName: 'x', userId: '7' } },
      })
      const { features } = body as { features: { name: string; isEnabled: boolean }[] }
      return features.find((one) => one.name === flag)?.isEnabled
    }
    expect([await isOn(), await isOnInPlayground()]).toEqual([false, false])
    await releases.start(flag, plan, 1)
    expect([await isOn(), await isOnInPlayground()]).toEqual([true, true])
  })

  it('can go back, and later milestones count as not started', async () => {
    const plan = await releases.addPlan(flag)
    await releases.on(flag)
    await releases.start(flag, plan, 1)
    await releases.start(flag, plan, 2)
    app.clock.advance(60_000)
    await releases.start(flag, plan, 0)
    const { milestones, activeMilestoneId } = await releases.planOf(flag)
    expect(activeMilestoneId).toBe(milestones[0]?.id)
    expect(milestones.map((one) => one.startedAt)).toEqual([app.clock.now().toISOString(), null, null, null])
    expect(await rollouts()).toEqual(['25'])
  })

  it('works while the flag is off, and enables it', async () => {
    const plan = await releases.addPlan(flag)
    await releases.start(flag, plan, 3)
    expect([await rollouts(), await releases.isEnabled(flag)]).toEqual([['100'], false])
    await releases.on(flag)
    expect(await releases.activeOf(flag)).toBe('Rollout 100%')
  })

  it('with disabled strategies only disables the flag, lest it be on for everybody', async () => {
    const template = await makeTemplate([
      rollout('Few', 0, 5),
      { name: 'Off', sortOrder: 1, strategies: [{ name: 'default', sortOrder: 0, disabled: true }] },
    ])
    await releases.on(flag)
    const plan = await releases.addPlan(flag, template.id)
    // the default strategy, added when the flag was enabled
    const [own] = (await app.call('GET', `${releases.pathOf(flag)}/strategies`)).body as { id: string }[]
    await app.call('DELETE', `${releases.pathOf(flag)}/strategies/${own?.id}`)
    await releases.start(flag, plan, 1)
    expect(await releases.isEnabled(flag)).toBe(false)
  })

  it('is rejected for unknown ids, and for an archived flag', async () => {
    const plan = await releases.addPlan(flag)
    expect((await app.call('POST', plans(`/${plan.id}/milestones/nope/start`))).status).toBe(404)
    expect((await app.call('POST', plans(`/nope/milestones/${plan.milestones[0]?.id}/start`))).status).toBe(
      404,
    )
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
    expect((await releases.start(flag, plan, 0)).status).toBe(400)
  })
})

describe('the strategies of a milestone', () => {
  const update = (id: string | undefined, body: object) =>
    app.call('PUT', `${releases.pathOf(flag)}/milestone-strategies/${id}`, { body })

  it('are changed before it starts, and keep omitted properties', async () => {
    const plan = await releases.addPlan(flag)
    const strategy = plan.milestones[1]?.strategies[0]
    const { status, body } = await update(strategy?.id, {
      title: 'A third',
      parameters: { ...strategy?.parameters, rollout: '33' },
    })
    expect([status, body]).toMatchObject([
      200,
      { ...strategy, title: 'A third', parameters: { rollout: '33' } },
    ])
    await releases.on(flag)
    await releases.start(flag, plan, 1)
    expect(await rollouts()).toEqual(['33'])
  })

  it('are changed while it is active, and SDKs see it', async () => {
    await releases.on(flag)
    const plan = await releases.addPlan(flag)
    const id = plan.milestones[0]?.strategies[0]?.id
    const before = await releases.seenBySdk(flag)
    await update(id, { parameters: { groupId: flag, rollout: '30', stickiness: 'default' } })
    const after = await releases.seenBySdk(flag)
    expect(after.seen?.strategies.at(-1)?.parameters?.['rollout']).toBe('30')
    expect(after.etag).not.toBe(before.etag)
    const [told] = await releases.events('feature-strategy-update')
    expect(told).toMatchObject({
      data: { parameters: { rollout: '30' } },
      preData: { parameters: { rollout: '25' } },
    })
  })

  it('are changed as strategies of the flag, too, and stay so when the milestone starts again', async () => {
    await releases.on(flag)
    const plan = await releases.addPlan(flag)
    const id = plan.milestones[0]?.strategies[0]?.id ?? ''
    const path = `${releases.pathOf(flag)}/strategies/${id}`
    const parameters = { groupId: flag, rollout: '31', stickiness: 'default' }
    expect((await app.call('PUT', path, { body: { parameters } })).status).toBe(200)
    await releases.start(flag, plan, 0)
    expect((await rollouts()).at(-1)).toBe('31')
    expect(await app.call('DELETE', path)).toMatchObject({
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
    const plan = await releases.addPlan(flag)
    expect(await update(plan.milestones[0]?.strategies[0]?.id, { name: 'nope' })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/name' }] },
    })
    expect((await update('nope', {})).status).toBe(404)
  })
})
