import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ChangeRequest } from '../../../src-shared/changes/schemas/change-request.ts'
import type { ReleasePlan } from '../../../src-shared/flags/schemas/release-plan.ts'
import { PEOPLE, requestsOf, type Requests } from '../../support/change-requests.ts'
import { BUILT_IN, releasesOf, rollout, SAFEGUARD, TEMPLATES, type Releases } from '../../support/releases.ts'
import { startBackend, type TestBackend } from '../../support/start-backend.ts'
import { getFeature } from '../../../src-shared/flags/contract/features.ts'

/** Tests requests on a flag's release: they have the effect of the direct operations. */
let app: TestBackend
let requests: Requests
let releases: Releases
let flag: string
let twin: string
let count = 0

beforeAll(async () => {
  app = await startBackend({ users: PEOPLE, env: { UNLEASH_RELEASE_TEMPLATES_LIMIT: '100' } })
  requests = requestsOf(app)
  releases = releasesOf(app)
  await requests.configure(1)
})
beforeEach(async () => {
  count++
  await app.backend.store.queries.deleteFrom('change_requests').execute()
  flag = await requests.addFlag(`flag-${count}`)
  twin = await requests.addFlag(`twin-${count}`)
})
afterAll(() => app.stop())

const at = (feature: string) => releases.pathOf(feature, 'production')
const planOf = (feature: string) => releases.planOf(feature, 'production')
const direct = async (method: string, path: string, body?: unknown) => {
  const answer = await app.call(method, path, body === undefined ? {} : { body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer
}
const change = (action: string, payload: unknown) => ({ action, feature: flag, payload })

async function approve(changes: unknown): Promise<number> {
  const { id } = await requests.add(changes)
  await requests.move(id, 'In review')
  await requests.move(id, 'Approved', 'reviewer')
  return id
}
async function apply(changes: unknown): Promise<ChangeRequest> {
  const id = await approve(changes)
  await requests.move(id, 'Applied', 'applier')
  return requests.get(id)
}

/** Reads a flag without the data that differs between two flags and their plans, and without authors. */
async function look(feature: string): Promise<unknown> {
  const { body } = await app.call(getFeature, { params: { projectId: 'default', featureName: feature } })
  const own = [
    'id',
    'milestoneId',
    'releasePlanDefinitionId',
    'activeMilestoneId',
    'createdByUserId',
    'collaborators',
  ]
  const plain = JSON.stringify(body, (key, value: unknown) => (own.includes(key) ? undefined : value))
  return JSON.parse(plain.replaceAll(flag, 'flag').replaceAll(twin, 'flag'))
}
const bothPlans = async () => {
  const plans: ReleasePlan[] = []
  for (const one of [flag, twin]) {
    await releases.addPlan(one, BUILT_IN, 'production')
    await direct('POST', `${at(one)}/on`)
    plans.push(await planOf(one))
  }
  return plans as [own: ReleasePlan, other: ReleasePlan]
}

describe('applying a release change has the effect of its operation', () => {
  it('adding a plan, with its first milestone when the same request enables the flag', async () => {
    await direct('POST', `${at(twin)}/release-plans`, { templateId: BUILT_IN })
    await direct('POST', `${at(twin)}/on`)
    const { features } = await apply([
      change('addReleasePlan', { templateId: BUILT_IN }),
      change('updateEnabled', { enabled: true }),
    ])
    expect(await look(flag)).toEqual(await look(twin))
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
    await direct('PUT', `${at(twin)}/milestone-strategies/${other.milestones[1]?.strategies[0]?.id}`, title)
    await direct('POST', `${at(twin)}/release-plans/${other.id}/milestones/${other.milestones[1]?.id}/start`)
    await direct('PUT', `${at(twin)}/progressions/${other.milestones[1]?.id}`, progression(other))
    await direct('PUT', `${at(twin)}/release-plans/${other.id}/safeguards`, SAFEGUARD)
    await direct('PUT', `${at(twin)}/safeguards`, SAFEGUARD)
    const before = await look(flag)
    await apply([
      change('updateMilestoneStrategy', { id: own.milestones[1]?.strategies[0]?.id, ...title }),
      change('changeMilestoneProgression', { sourceMilestone: own.milestones[1]?.id, ...progression(own) }),
      change('changeReleasePlanSafeguard', { planId: own.id, safeguard: SAFEGUARD }),
      change('changeFeatureEnvSafeguard', { safeguard: SAFEGUARD }),
    ])
    // approval covers a milestone's strategies as they are; changes in the same request replace them
    const milestoneId = own.milestones[1]?.id
    await apply(change('startMilestone', { planId: own.id, milestoneId }))
    expect(await look(flag)).toEqual(await look(twin))
    expect(await look(flag)).not.toEqual(before)

    const shown = await planOf(flag)
    const { body } = await app.call(getFeature, { params: { projectId: 'default', featureName: flag } })
    const { environments } = body as { environments: { safeguards?: { id: string }[] }[] }
    await direct('POST', `${at(flag)}/progressions/${own.id}/pause`)
    await apply([
      change('resumeMilestoneProgression', { planId: own.id }),
      change('deleteMilestoneProgression', { sourceMilestone: own.milestones[1]?.id }),
      change('deleteReleasePlanSafeguard', { planId: own.id, safeguardId: shown.safeguards[0]?.id }),
      change('deleteFeatureEnvSafeguard', { safeguardId: environments[1]?.safeguards?.[0]?.id }),
    ])
    expect(await planOf(flag)).toMatchObject({
      safeguards: [],
      milestones: [{}, { pausedAt: null, transitionCondition: null }, {}, {}],
    })
    const after = (await app.call(getFeature, { params: { projectId: 'default', featureName: flag } })).body
    expect(after).toMatchObject({ environments: [{}, { name: 'production' }] })
    expect((after as { environments: object[] }).environments[1]).not.toHaveProperty('safeguards')
  })

  it('removing a plan', async () => {
    const [own, other] = await bothPlans()
    await direct('DELETE', `${at(twin)}/release-plans/${other.id}`)
    await apply(change('deleteReleasePlan', { planId: own.id }))
    expect(await look(flag)).toEqual(await look(twin))
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
      const answer = await requests.post(change(action, payload))
      expect([action, answer.status], answer.text).toEqual([action, status])
      if (path !== undefined) expect(answer.body).toMatchObject({ details: [{ path }] })
    }
  })

  it('when the flag has the milestone from another plan', async () => {
    const [, other] = await bothPlans()
    expect((await requests.post(change('deleteReleasePlan', { planId: other.id }))).status).toBe(404)
  })
})

describe('a release change that is out of date', () => {
  it('is not applied when the template has changed', async () => {
    const { id: templateId, name } = await releases.createTemplate({
      name: `template ${count}`,
      milestones: [rollout('Few', 0, 5)],
    })
    const id = await approve(change('addReleasePlan', { templateId }))
    await direct('PUT', `${TEMPLATES}/${templateId}`, {
      id: templateId,
      name,
      milestones: [rollout('Few', 0, 50)],
    })
    expect(await requests.put(id, 'Applied', 'applier')).toMatchObject({
      status: 409,
      body: {
        message: `The change request has conflicts. ${flag}, addReleasePlan: The release template has been changed since.`,
      },
    })
  })

  it('is not applied when the plan was added or removed meanwhile', async () => {
    const id = await approve(change('addReleasePlan', { templateId: BUILT_IN }))
    const added = await releases.addPlan(flag, BUILT_IN, 'production')
    expect(await requests.put(id, 'Applied', 'applier')).toMatchObject({ status: 409 })
    await requests.move(id, 'Cancelled')
    const other = await approve(change('deleteReleasePlan', { planId: added.id }))
    await direct('DELETE', `${at(flag)}/release-plans/${added.id}`)
    expect((await requests.get(other)).features[0]?.changes[0]).toMatchObject({
      conflict: 'The release plan no longer exists.',
    })
  })

  it('is applied when the plan has only progressed', async () => {
    const [own] = await bothPlans()
    const id = await approve(change('deleteReleasePlan', { planId: own.id }))
    await direct('POST', `${at(flag)}/release-plans/${own.id}/milestones/${own.milestones[1]?.id}/start`)
    await requests.move(id, 'Applied', 'applier')
    expect((await app.call('GET', `${at(flag)}/release-plans`)).body).toEqual([])
  })
})
