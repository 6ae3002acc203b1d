import { describe, expect, it } from 'vitest'

import type { ReleasePlan, ReleasePlanTemplate } from '#shared/flags/schemas/release-plan.ts'
import { BUILT_IN, rollout } from '#support/stages/releases.ts'
import { useFlagReleases } from '#support/stages/start-releases.ts'
import {
  archiveReleasePlanTemplate,
  deleteReleasePlanTemplate,
} from '#shared/flags/contract/release-templates.ts'
import { createStrategy, removeStrategy } from '#shared/flags/contract/strategy-types.ts'
import { archiveFeature, getFeature } from '#shared/flags/contract/features.ts'
import { searchFeatures } from '#shared/flags/contract/search.ts'

const stage = useFlagReleases()
const { plans, addOwn, makeTemplate } = stage
const add = (templateId: string = BUILT_IN) => stage.app.call('POST', plans(), { body: { templateId } })
const rollouts = () => stage.releases.rolloutsOf(stage.flag)

describe('adding a plan', () => {
  it('copies the template, with the name of the flag filled in', async () => {
    const { status, body } = await add()
    expect(status).toBe(200)
    const plan = body as ReleasePlan
    expect(plan).toMatchObject({
      discriminator: 'plan',
      name: 'Unleash Release Template',
      featureName: stage.flag,
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
      strategies: [{ parameters: { groupId: stage.flag, rollout: '25' } }],
    })
    const ids = plan.milestones.flatMap((one) => [one.id, ...one.strategies.map((strategy) => strategy.id)])
    expect(new Set(ids).size).toBe(8)
    expect((await stage.app.call('GET', plans(), { as: 'viewer' })).body).toEqual([plan])
    expect((await stage.app.call('GET', `${stage.releases.pathOf(stage.flag)}/release_plans`)).body).toEqual([
      plan,
    ])
    const [added] = await stage.releases.events('release-plan-added')
    expect(added).toMatchObject({ featureName: stage.flag, data: { id: plan.id } })
  })

  it('waits while the flag is off, and starts the first milestone once it is on', async () => {
    await add()
    expect(await rollouts()).toEqual([])
    await stage.releases.on(stage.flag)
    // without a default strategy beside it
    expect(await rollouts()).toEqual(['25'])
    expect(await stage.releases.planOf(stage.flag)).toMatchObject({
      milestones: [
        { startedAt: stage.app.clock.now().toISOString(), pausedAt: null },
        { startedAt: null },
        {},
        {},
      ],
    })
    expect(await stage.releases.activeOf(stage.flag)).toBe('Rollout 25%')
  })

  it('starts the first milestone at once while the flag is on; other strategies stay first', async () => {
    await addOwn()
    await stage.releases.on(stage.flag)
    const plan = (await add()).body as ReleasePlan
    expect(plan.activeMilestoneId).toBe(plan.milestones[0]?.id)
    expect(await rollouts()).toEqual(['-', '25'])
    const { body } = await stage.app.call('GET', `${stage.releases.pathOf(stage.flag)}/strategies`)
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
        message: `A release plan already exists for the feature "${stage.flag}" in the environment "development"`,
      },
    })
    expect((await stage.releases.addPlan(stage.flag, BUILT_IN, 'production')).environment).toBe('production')
  })

  it.each<[string, (template: ReleasePlanTemplate) => Promise<unknown>, object[], string]>([
    [
      'is archived',
      (template) => stage.app.call(archiveReleasePlanTemplate, { params: { templateId: template.id } }),
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
    expect((await stage.app.call('GET', plans())).body).toEqual([])
  })

  it('is rejected for a template whose strategy is no longer valid', async () => {
    const name = `kind-${stage.count}`
    await stage.app.call(createStrategy, { body: { name, parameters: [] } })
    const template = await makeTemplate([{ name: 'One', sortOrder: 0, strategies: [{ name, sortOrder: 0 }] }])
    await stage.app.call(removeStrategy, { params: { name } })
    expect(await add(template.id)).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/templateId' }] },
    })
  })

  it('is rejected for an unknown project, flag, environment or template', async () => {
    expect((await add('nope')).status).toBe(404)
    stage.flag = `${stage.flag}-unknown`
    expect((await add()).status).toBe(404)
    expect((await stage.app.call('GET', plans())).status).toBe(404)
    expect((await stage.app.call('GET', `${stage.releases.pathOf(stage.flag)}/release_plans`)).status).toBe(
      404,
    )
    expect((await stage.app.call('GET', `${stage.releases.pathOf(stage.flag)}/release-status`)).status).toBe(
      404,
    )
  })

  it('is rejected without the permission, and for an archived flag', async () => {
    const body = { templateId: BUILT_IN }
    expect(await stage.app.call('POST', plans(), { body, as: 'viewer' })).toMatchObject({
      status: 403,
      body: { permissions: ['CREATE_FEATURE_STRATEGY'] },
    })
    await stage.app.call(archiveFeature, { params: { projectId: 'default', featureName: stage.flag } })
    expect(await add()).toMatchObject({ status: 400, body: { name: 'ArchivedFeatureError' } })
  })

  it('copies the template, whose later changes do not matter', async () => {
    const template = await makeTemplate([rollout('Few', 0, 5)])
    const plan = (await add(template.id)).body as ReleasePlan
    await stage.app.call(deleteReleasePlanTemplate, { params: { templateId: template.id } })
    expect(await stage.releases.planOf(stage.flag)).toEqual(plan)
  })
})

describe('the former paths of release plans', () => {
  it('add, list, start and remove a plan as the newer ones do', async () => {
    const former = (path = '') => `${stage.releases.pathOf(stage.flag)}/release_plans${path}`
    const added = await stage.app.call('POST', former(), { body: { templateId: BUILT_IN } })
    expect(added.status).toBe(200)
    const plan = added.body as ReleasePlan
    expect((await stage.app.call('POST', former(), { body: { templateId: BUILT_IN } })).status).toBe(409)
    expect((await stage.app.call('GET', former())).body).toEqual((await stage.app.call('GET', plans())).body)
    await stage.releases.on(stage.flag)
    const start = (milestone: string) =>
      stage.app.call('POST', former(`/${plan.id}/milestones/${milestone}/start`))
    expect((await start(plan.milestones[1]?.id ?? '')).status).toBe(200)
    expect(await rollouts()).toEqual(['50'])
    expect((await start('nope')).status).toBe(404)
    expect((await stage.app.call('DELETE', former(`/${plan.id}`), { as: 'viewer' })).status).toBe(403)
    expect((await stage.app.call('DELETE', former(`/${plan.id}`))).status).toBe(200)
    expect((await stage.app.call('DELETE', former(`/${plan.id}`))).status).toBe(404)
    expect((await stage.app.call('GET', plans())).body).toEqual([])
  })

  it('are rejected for an archived flag, too', async () => {
    const former = `${stage.releases.pathOf(stage.flag)}/release_plans`
    const plan = await stage.releases.addPlan(stage.flag)
    await stage.app.call(archiveFeature, { params: { projectId: 'default', featureName: stage.flag } })
    const start = `${former}/${plan.id}/milestones/${plan.milestones[0]?.id}/start`
    expect((await stage.app.call('POST', start)).status).toBe(400)
    expect((await stage.app.call('DELETE', `${former}/${plan.id}`)).status).toBe(400)
  })
})

describe('removing a plan', () => {
  const remove = async () =>
    stage.app.call('DELETE', plans(`/${(await stage.releases.planOf(stage.flag)).id}`))

  it('removes its strategies from the flag, which keeps its own', async () => {
    await stage.releases.on(stage.flag)
    await stage.releases.addPlan(stage.flag)
    const before = await stage.releases.seenBySdk(stage.flag)
    expect(await remove()).toMatchObject({ status: 200, text: '' })
    expect([await rollouts(), await stage.releases.isEnabled(stage.flag)]).toEqual([['100'], true])
    const after = await stage.releases.seenBySdk(stage.flag)
    expect([after.seen?.strategies, after.etag === before.etag]).toMatchObject([[{}], false])
    expect((await stage.releases.events('release-plan-removed'))[0]).toMatchObject({
      featureName: stage.flag,
      preData: { name: 'Unleash Release Template' },
    })
    expect((await add()).status).toBe(200)
  })

  it('disables the flag when no other strategy is active', async () => {
    await stage.releases.addPlan(stage.flag)
    await stage.releases.on(stage.flag)
    await remove()
    expect([await rollouts(), await stage.releases.isEnabled(stage.flag)]).toEqual([[], false])
  })

  it('is rejected for unknown ids, and for an archived flag', async () => {
    expect((await stage.app.call('DELETE', plans('/nope'))).status).toBe(404)
    const { id } = await stage.releases.addPlan(stage.flag)
    await stage.app.call(archiveFeature, { params: { projectId: 'default', featureName: stage.flag } })
    expect((await stage.app.call('DELETE', plans(`/${id}`))).status).toBe(400)
  })
})

describe('the responses that show a flag', () => {
  it('include its release plan on request', async () => {
    const path = `${stage.releases.pathOf(stage.flag)}/release-status`
    expect(await stage.app.call('GET', path, { as: 'viewer' })).toMatchObject({
      status: 200,
      body: { plan: null, safeguards: [] },
    })
    const { id } = await stage.releases.addPlan(stage.flag)
    expect((await stage.app.call('GET', path)).body).toEqual({
      plan: { id, onHold: 'environment-disabled', nextMilestoneId: null, dueAt: null },
      safeguards: [],
    })
  })

  it('include the plan and its active milestone', async () => {
    const bare = await stage.app.call(getFeature, {
      params: { projectId: 'default', featureName: stage.flag },
    })
    expect(bare.text).not.toContain('releasePlans')
    await stage.releases.on(stage.flag)
    const plan = await stage.releases.addPlan(stage.flag)
    await stage.releases.start(stage.flag, plan, 1)
    const shown = await stage.releases.planOf(stage.flag)
    expect(
      (await stage.app.call(getFeature, { params: { projectId: 'default', featureName: stage.flag } })).body,
    ).toMatchObject({
      environments: [{ name: 'development', releasePlans: [shown] }, { name: 'production' }],
    })
    const listed = { milestoneName: 'Rollout 50%', milestoneOrder: 1, totalMilestones: 4 }
    const inList = (body: unknown) =>
      (body as { features: { name: string; environments: object[] }[] }).features.find(
        (one) => one.name === stage.flag,
      )?.environments[0]
    const found = await stage.app.call(searchFeatures, { query: { query: stage.flag } })
    expect(inList(found.body)).toMatchObject(listed)
  })
})
