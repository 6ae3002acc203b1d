import { describe, expect, it } from 'vitest'

import type { ReleasePlan } from '#shared/flags/schemas/release-plan.ts'
import { BUILT_IN, rollout, SAFEGUARD, TEMPLATES } from '#support/stages/releases.ts'
import { getFeature } from '#shared/flags/contract/features.ts'
import { useTwinFlags } from './twin-flags-stage.ts'

/** Tests requests on a flag's release: they have the effect of the direct operations. */
const stage = useTwinFlags({ env: { UNLEASH_RELEASE_TEMPLATES_LIMIT: '100' } })
const { direct, approve, apply } = stage

const at = (feature: string) => stage.releases.pathOf(feature, 'production')
const planOf = (feature: string) => stage.releases.planOf(feature, 'production')
const change = (action: string, payload: unknown) => ({ action, feature: stage.flag, payload })

/** Reads a flag without the data that differs between two flags and their plans, and without authors. */
async function look(feature: string): Promise<unknown> {
  const { body } = await stage.app.call(getFeature, {
    params: { projectId: 'default', featureName: feature },
  })
  return stage.withoutNames(body, [
    'id',
    'milestoneId',
    'releasePlanDefinitionId',
    'activeMilestoneId',
    'createdByUserId',
    'collaborators',
  ])
}
const bothPlans = async () => {
  const plans: ReleasePlan[] = []
  for (const one of [stage.flag, stage.twin]) {
    await stage.releases.addPlan(one, BUILT_IN, 'production')
    await direct('POST', `${at(one)}/on`)
    plans.push(await planOf(one))
  }
  return plans as [own: ReleasePlan, other: ReleasePlan]
}

describe('applying a release change has the effect of its operation', () => {
  it('adding a plan, with its first milestone when the same request enables the flag', async () => {
    await direct('POST', `${at(stage.twin)}/release-plans`, { templateId: BUILT_IN })
    await direct('POST', `${at(stage.twin)}/on`)
    const { features } = await apply([
      change('addReleasePlan', { templateId: BUILT_IN }),
      change('updateEnabled', { enabled: true }),
    ])
    expect(await look(stage.flag)).toEqual(await look(stage.twin))
    // no default strategy is announced: the plan has its own strategies
    expect(features[0]).not.toHaveProperty('defaultChange')
    expect(features[0]?.changes[0]?.payload).toMatchObject({
      templateId: BUILT_IN,
      snapshot: { name: 'Unleash Release Template' },
    })
  })

  it('starting a milestone, changing a strategy, progressions and safeguards', async () => {
    const [own, other] = await bothPlans()
    const progression = (plan: ReleasePlan) => ({
      targetMilestone: plan.milestones[2]?.id,
      transitionCondition: { intervalMinutes: 5 },
    })
    const title = { title: 'Half of them' }
    await direct(
      'PUT',
      `${at(stage.twin)}/milestone-strategies/${other.milestones[1]?.strategies[0]?.id}`,
      title,
    )
    await direct(
      'POST',
      `${at(stage.twin)}/release-plans/${other.id}/milestones/${other.milestones[1]?.id}/start`,
    )
    await direct('PUT', `${at(stage.twin)}/progressions/${other.milestones[1]?.id}`, progression(other))
    await direct('PUT', `${at(stage.twin)}/release-plans/${other.id}/safeguards`, SAFEGUARD)
    await direct('PUT', `${at(stage.twin)}/safeguards`, SAFEGUARD)
    const before = await look(stage.flag)
    await apply([
      change('updateMilestoneStrategy', { id: own.milestones[1]?.strategies[0]?.id, ...title }),
      change('changeMilestoneProgression', { sourceMilestone: own.milestones[1]?.id, ...progression(own) }),
      change('changeReleasePlanSafeguard', { planId: own.id, safeguard: SAFEGUARD }),
      change('changeFeatureEnvSafeguard', { safeguard: SAFEGUARD }),
    ])
    // approval covers a milestone's strategies as they are; changes in the same request replace them
    const milestoneId = own.milestones[1]?.id
    await apply(change('startMilestone', { planId: own.id, milestoneId }))
    expect(await look(stage.flag)).toEqual(await look(stage.twin))
    expect(await look(stage.flag)).not.toEqual(before)

    const shown = await planOf(stage.flag)
    const { body } = await stage.app.call(getFeature, {
      params: { projectId: 'default', featureName: stage.flag },
    })
    const { environments } = body as { environments: { safeguards?: { id: string }[] }[] }
    await direct('POST', `${at(stage.flag)}/progressions/${own.id}/pause`)
    await apply([
      change('resumeMilestoneProgression', { planId: own.id }),
      change('deleteMilestoneProgression', { sourceMilestone: own.milestones[1]?.id }),
      change('deleteReleasePlanSafeguard', { planId: own.id, safeguardId: shown.safeguards[0]?.id }),
      change('deleteFeatureEnvSafeguard', { safeguardId: environments[1]?.safeguards?.[0]?.id }),
    ])
    expect(await planOf(stage.flag)).toMatchObject({
      safeguards: [],
      milestones: [{}, { pausedAt: null, transitionCondition: null }, {}, {}],
    })
    const after = (
      await stage.app.call(getFeature, { params: { projectId: 'default', featureName: stage.flag } })
    ).body
    expect(after).toMatchObject({ environments: [{}, { name: 'production' }] })
    expect((after as { environments: object[] }).environments[1]).not.toHaveProperty('safeguards')
  })

  it('removing a plan', async () => {
    const [own, other] = await bothPlans()
    await direct('DELETE', `${at(stage.twin)}/release-plans/${other.id}`)
    await apply(change('deleteReleasePlan', { planId: own.id }))
    expect(await look(stage.flag)).toEqual(await look(stage.twin))
  })
})

describe('requesting a release change is rejected', () => {
  it('when it could not be applied', async () => {
    const [own] = await bothPlans()
    const [first, second, third] = own.milestones.map((one) => one.id)
    const transitionCondition = { intervalMinutes: 1 }
    const refused: [action: string, payload: object, status: number, path?: string][] = [
      ['addReleasePlan', { templateId: BUILT_IN }, 409],
      ['addReleasePlan', { templateId: 'nope' }, 404],
      ['deleteReleasePlan', { planId: 'nope' }, 404],
      ['startMilestone', { planId: own.id, milestoneId: 'nope' }, 404],
      ['startMilestone', { planId: 'nope', milestoneId: first }, 404],
      ['updateMilestoneStrategy', { id: 'nope' }, 404],
      [
        'updateMilestoneStrategy',
        { id: own.milestones[0]?.strategies[0]?.id, name: 'nope' },
        400,
        '/body/payload/name',
      ],
      [
        'changeMilestoneProgression',
        { sourceMilestone: first, targetMilestone: third, transitionCondition },
        400,
        '/body/payload/targetMilestone',
      ],
      [
        'changeMilestoneProgression',
        { sourceMilestone: 'nope', targetMilestone: second, transitionCondition },
        404,
      ],
      ['deleteMilestoneProgression', { sourceMilestone: 'nope' }, 404],
      ['resumeMilestoneProgression', { planId: 'nope' }, 404],
      ['changeReleasePlanSafeguard', { planId: 'nope', safeguard: SAFEGUARD }, 404],
      ['deleteReleasePlanSafeguard', { planId: own.id, safeguardId: 'nope' }, 404],
      ['deleteFeatureEnvSafeguard', { safeguardId: 'nope' }, 404],
    ]
    for (const [action, payload, status, path] of refused) {
      const answer = await stage.requests.post(change(action, payload))
      expect([action, answer.status], answer.text).toEqual([action, status])
      if (path !== undefined) expect(answer.body).toMatchObject({ details: [{ path }] })
    }
  })

  it('when the flag has the milestone from another plan', async () => {
    const [, other] = await bothPlans()
    expect((await stage.requests.post(change('deleteReleasePlan', { planId: other.id }))).status).toBe(404)
  })
})

describe('a release change that is out of date', () => {
  it('is not applied when the template has changed', async () => {
    const { id: templateId, name } = await stage.releases.createTemplate({
      name: `template ${stage.count}`,
      milestones: [rollout('Few', 0, 5)],
    })
    const id = await approve(change('addReleasePlan', { templateId }))
    await direct('PUT', `${TEMPLATES}/${templateId}`, {
      id: templateId,
      name,
      milestones: [rollout('Few', 0, 50)],
    })
    expect(await stage.requests.put(id, 'Applied', 'applier')).toMatchObject({
      status: 409,
      body: {
        message: `The change request has conflicts. ${stage.flag}, addReleasePlan: The release template has been changed since.`,
      },
    })
  })

  it('is not applied when the plan was added or removed meanwhile', async () => {
    const id = await approve(change('addReleasePlan', { templateId: BUILT_IN }))
    const added = await stage.releases.addPlan(stage.flag, BUILT_IN, 'production')
    expect(await stage.requests.put(id, 'Applied', 'applier')).toMatchObject({ status: 409 })
    await stage.requests.move(id, 'Cancelled')
    const other = await approve(change('deleteReleasePlan', { planId: added.id }))
    await direct('DELETE', `${at(stage.flag)}/release-plans/${added.id}`)
    expect((await stage.requests.get(other)).features[0]?.changes[0]).toMatchObject({
      conflict: 'The release plan no longer exists.',
    })
  })

  it('is applied when the plan has only progressed', async () => {
    const [own] = await bothPlans()
    const id = await approve(change('deleteReleasePlan', { planId: own.id }))
    await direct(
      'POST',
      `${at(stage.flag)}/release-plans/${own.id}/milestones/${own.milestones[1]?.id}/start`,
    )
    await stage.requests.move(id, 'Applied', 'applier')
    expect((await stage.app.call('GET', `${at(stage.flag)}/release-plans`)).body).toEqual([])
  })
})
