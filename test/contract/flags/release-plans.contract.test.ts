import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ClientFeature } from '../../../src-shared/clients/schemas/client.ts'
import type { ReleasePlan, ReleasePlanTemplate } from '../../../src-shared/flags/schemas/release-plan.ts'
import { BUILT_IN, rollout, type Releases } from '../../support/releases.ts'
import { BACKEND, FRONTEND, type TestBackend } from '../../support/start-backend.ts'
import { startReleases } from '../../support/start-releases.ts'
import { getAllClientFeatures } from '../../../src-shared/clients/contract/client-api.ts'
import {
  archiveReleasePlanTemplate,
  deleteReleasePlanTemplate,
} from '../../../src-shared/flags/contract/release-templates.ts'
import { createStrategy, removeStrategy } from '../../../src-shared/flags/contract/strategy-types.ts'
import { archiveFeature, getFeature } from '../../../src-shared/flags/contract/features.ts'
import { getFrontendFeatures } from '../../../src-shared/clients/contract/frontend-api.ts'
import { getPlayground } from '../../../src-shared/insight/contract/playground.ts'
import { searchFeatures } from '../../../src-shared/flags/contract/search.ts'

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
const add = (templateId: string = BUILT_IN) => app.call('POST', plans(), { body: { templateId } })
const addOwn = (body: object = { name: 'default' }) =>
  app.call('POST', `${releases.pathOf(flag)}/strategies`, { body })
const rollouts = () => releases.rolloutsOf(flag)
const makeTemplate = (milestones: object[]) =>
  releases.createTemplate({ name: `template ${count} ${milestones.length}`, milestones })
const seenBySdk = async () => {
  const { body, headers } = await app.call(getAllClientFeatures, { token: BACKEND })
  const { features } = body as { features: ClientFeature[] }
  return { seen: features.find((one) => one.name === flag), etag: headers['etag'] }
}

describe('adding a plan', () => {
  it('copies the template, with the name of the flag filled in', async () => {
    const { status, body } = await add()
    expect(status).toBe(200)
    const plan = body as ReleasePlan
    expect(plan).toMatchObject({
      discriminator: 'plan',
      name: 'Unleash Release Template',
      featureName: flag,
      environment: 'development',
      createdByUserId: -42,
      releasePlanTemplateId: BUILT_IN,
      activeMilestoneId: null,
      safeguards: [],
    })
    expect(plan.milestones).toHaveLength(4)
    expect(plan.milestones[0]).toMatchObject({
      releasePlanDefinitionId: plan.id,
      startedAt: null,
      strategies: [{ parameters: { groupId: flag, rollout: '25' } }],
    })
    const ids = plan.milestones.flatMap((one) => [one.id, ...one.strategies.map((strategy) => strategy.id)])
    expect(new Set(ids).size).toBe(8)
    expect((await app.call('GET', plans(), { as: 'viewer' })).body).toEqual([plan])
    expect((await app.call('GET', `${releases.pathOf(flag)}/release_plans`)).body).toEqual([plan])
    const [added] = await releases.events('release-plan-added')
    expect(added).toMatchObject({ featureName: flag, data: { id: plan.id } })
  })

  it('waits while the flag is off, and starts the first milestone once it is on', async () => {
    await add()
    expect(await rollouts()).toEqual([])
    await releases.on(flag)
    // no default strategy beside it
    expect(await rollouts()).toEqual(['25'])
    expect(await releases.planOf(flag)).toMatchObject({
      milestones: [{ startedAt: app.clock.now().toISOString(), pausedAt: null }, { startedAt: null }, {}, {}],
    })
    expect(await releases.activeOf(flag)).toBe('Rollout 25%')
  })

  it('starts the first milestone at once while the flag is on; other strategies stay first', async () => {
    await addOwn()
    await releases.on(flag)
    const plan = (await add()).body as ReleasePlan
    expect(plan.activeMilestoneId).toBe(plan.milestones[0]?.id)
    expect(await rollouts()).toEqual(['-', '25'])
    const { body } = await app.call('GET', `${releases.pathOf(flag)}/strategies`)
    expect(body).toMatchObject([
      { milestoneId: null, sortOrder: 0 },
      { milestoneId: plan.activeMilestoneId, id: plan.milestones[0]?.strategies[0]?.id, sortOrder: 1 },
    ])
  })

  it('is rejected a second time in the environment, and accepted in another', async () => {
    await add()
    expect(await add()).toMatchObject({
      status: 409,
      body: {
        name: 'ConflictError',
        message: `A release plan already exists for the feature "${flag}" in the environment "development"`,
      },
    })
    expect((await releases.addPlan(flag, BUILT_IN, 'production')).environment).toBe('production')
  })

  it.each<[string, (template: ReleasePlanTemplate) => Promise<unknown>, object[], string]>([
    [
      'is archived',
      (template) => app.call(archiveReleasePlanTemplate, { params: { templateId: template.id } }),
      [rollout('All', 0, 100)],
      'The release plan template is archived',
    ],
    ['has no milestones', () => Promise.resolve(), [], 'The release plan template has no milestones'],
    [
      'has an empty milestone',
      () => Promise.resolve(),
      [{ name: 'Nobody', sortOrder: 0 }],
      'The milestone "Nobody" of the release plan template has no strategies',
    ],
  ])('is rejected for a template that %s', async (_what, prepare, milestones, message) => {
    const template = await makeTemplate(milestones)
    await prepare(template)
    expect(await add(template.id)).toMatchObject({
      status: 400,
      body: { details: [{ message, path: '/body/templateId' }] },
    })
    expect((await app.call('GET', plans())).body).toEqual([])
  })

  it('is rejected for a template whose strategy is no longer valid', async () => {
    const name = `kind-${count}`
    await app.call(createStrategy, { body: { name, parameters: [] } })
    const template = await makeTemplate([{ name: 'One', sortOrder: 0, strategies: [{ name, sortOrder: 0 }] }])
    await app.call(removeStrategy, { params: { name } })
    expect(await add(template.id)).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/templateId' }] },
    })
  })

  it('is rejected for an unknown project, flag, environment or template', async () => {
    expect((await add('nope')).status).toBe(404)
    flag = `${flag}-unknown`
    expect((await add()).status).toBe(404)
    expect((await app.call('GET', plans())).status).toBe(404)
    expect((await app.call('GET', `${releases.pathOf(flag)}/release_plans`)).status).toBe(404)
    expect((await app.call('GET', `${releases.pathOf(flag)}/release-status`)).status).toBe(404)
  })

  it('is rejected without the permission, and for an archived flag', async () => {
    const body = { templateId: BUILT_IN }
    expect(await app.call('POST', plans(), { body, as: 'viewer' })).toMatchObject({
      status: 403,
      body: { permissions: ['CREATE_FEATURE_STRATEGY'] },
    })
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
    expect(await add()).toMatchObject({ status: 400, body: { name: 'ArchivedFeatureError' } })
  })

  it('copies the template, whose later changes do not matter', async () => {
    const template = await makeTemplate([rollout('Few', 0, 5)])
    const plan = (await add(template.id)).body as ReleasePlan
    await app.call(deleteReleasePlanTemplate, { params: { templateId: template.id } })
    expect(await releases.planOf(flag)).toEqual(plan)
  })
})

describe('starting a milestone', () => {
  it('replaces the strategies of the former one, and SDKs see it at once', async () => {
    await addOwn({ name: 'applicationHostname', parameters: { hostNames: 'none' } })
    await releases.on(flag)
    const plan = await releases.addPlan(flag)
    const before = await seenBySdk()
    expect(before.seen?.strategies.map((one) => one.parameters?.['rollout'])).toEqual([undefined, '25'])
    const { status, body } = await releases.start(flag, plan, 2)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: plan.milestones[2]?.id, startedAt: expect.any(String) as string })
    expect((await releases.planOf(flag)).activeMilestoneId).toBe(plan.milestones[2]?.id)
    const after = await seenBySdk()
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
    // the default strategy that being switched on had brought
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
    const before = await seenBySdk()
    await update(id, { parameters: { groupId: flag, rollout: '30', stickiness: 'default' } })
    const after = await seenBySdk()
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

describe('the former paths of release plans', () => {
  it('add, list, start and remove a plan as the newer ones do', async () => {
    const former = (path = '') => `${releases.pathOf(flag)}/release_plans${path}`
    const added = await app.call('POST', former(), { body: { templateId: BUILT_IN } })
    expect(added.status).toBe(200)
    const plan = added.body as ReleasePlan
    expect((await app.call('POST', former(), { body: { templateId: BUILT_IN } })).status).toBe(409)
    expect((await app.call('GET', former())).body).toEqual((await app.call('GET', plans())).body)
    await releases.on(flag)
    const start = (milestone: string) => app.call('POST', former(`/${plan.id}/milestones/${milestone}/start`))
    expect((await start(plan.milestones[1]?.id ?? '')).status).toBe(200)
    expect(await rollouts()).toEqual(['50'])
    expect((await start('nope')).status).toBe(404)
    expect((await app.call('DELETE', former(`/${plan.id}`), { as: 'viewer' })).status).toBe(403)
    expect((await app.call('DELETE', former(`/${plan.id}`))).status).toBe(200)
    expect((await app.call('DELETE', former(`/${plan.id}`))).status).toBe(404)
    expect((await app.call('GET', plans())).body).toEqual([])
  })
})

describe('removing a plan', () => {
  const remove = async () => app.call('DELETE', plans(`/${(await releases.planOf(flag)).id}`))

  it('removes its strategies from the flag, which keeps its own', async () => {
    await releases.on(flag)
    await releases.addPlan(flag)
    const before = await seenBySdk()
    expect(await remove()).toMatchObject({ status: 200, text: '' })
    expect([await rollouts(), await releases.isEnabled(flag)]).toEqual([['100'], true])
    const after = await seenBySdk()
    expect([after.seen?.strategies, after.etag === before.etag]).toMatchObject([[{}], false])
    expect((await releases.events('release-plan-removed'))[0]).toMatchObject({
      featureName: flag,
      preData: { name: 'Unleash Release Template' },
    })
    expect((await add()).status).toBe(200)
  })

  it('disables the flag when no other strategy is active', async () => {
    await releases.addPlan(flag)
    await releases.on(flag)
    await remove()
    expect([await rollouts(), await releases.isEnabled(flag)]).toEqual([[], false])
  })

  it('is rejected for unknown ids, and for an archived flag', async () => {
    expect((await app.call('DELETE', plans('/nope'))).status).toBe(404)
    const { id } = await releases.addPlan(flag)
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
    expect((await app.call('DELETE', plans(`/${id}`))).status).toBe(400)
  })
})

describe('the responses that show a flag', () => {
  it('include its release plan on request', async () => {
    const path = `${releases.pathOf(flag)}/release-status`
    expect(await app.call('GET', path, { as: 'viewer' })).toMatchObject({
      status: 200,
      body: { plan: null, safeguards: [] },
    })
    const { id } = await releases.addPlan(flag)
    expect((await app.call('GET', path)).body).toEqual({
      plan: { id, onHold: 'environment-disabled', nextMilestoneId: null, dueAt: null },
      safeguards: [],
    })
  })

  it('include the plan and its active milestone', async () => {
    const bare = await app.call(getFeature, { params: { projectId: 'default', featureName: flag } })
    expect(bare.text).not.toContain('releasePlans')
    await releases.on(flag)
    const plan = await releases.addPlan(flag)
    await releases.start(flag, plan, 1)
    const shown = await releases.planOf(flag)
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: flag } })).body,
    ).toMatchObject({
      environments: [{ name: 'development', releasePlans: [shown] }, { name: 'production' }],
    })
    const listed = { milestoneName: 'Rollout 50%', milestoneOrder: 1, totalMilestones: 4 }
    const inList = (body: unknown) =>
      (body as { features: { name: string; environments: object[] }[] }).features.find(
        (one) => one.name === flag,
      )?.environments[0]
    const found = await app.call(searchFeatures, { query: { query: flag } })
    expect(inList(found.body)).toMatchObject(listed)
  })
})
