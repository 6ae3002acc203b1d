import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import type { ReleasePlan, ReleasePlanTemplate } from '#shared/flags/schemas/release-plan.ts'
import { BACKEND, type Answer, type TestBackend } from '../service/start-backend.ts'
import { readEventLog } from '../service/event-log.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { createFeature } from '#shared/flags/contract/features.ts'

export const TEMPLATES = '/api/admin/release-plan-templates'
export const BUILT_IN = '01KC6TD3HASJWRPMKT1ACY8M3A'
const FEATURES = '/api/admin/projects/default/features'

/** Safeguard with a metric that nobody reports. */
export const SAFEGUARD = {
  impactMetric: { metricName: 'x', timeRange: 'hour', aggregationMode: 'avg', labelSelectors: {} },
  triggerCondition: { operator: '>', threshold: 1 },
}

/** Builds a milestone with one gradual rollout. */
export const rollout = (name: string, sortOrder: number, percent: number) => ({
  name,
  sortOrder,
  strategies: [
    {
      name: 'flexibleRollout',
      sortOrder: 0,
      parameters: { groupId: '{{featureName}}', rollout: String(percent), stickiness: 'default' },
    },
  ],
})

/** Helpers for tests of release plans. */
export function releasesOf(app: TestBackend) {
  const whole = <T>(answer: Answer): T => {
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
    return answer.body as T
  }
  const pathOf = (flag: string, environment = 'development') =>
    `${FEATURES}/${flag}/environments/${environment}`

  return {
    pathOf,
    addFlag: async (name: string) => {
      const answer = await app.call(createFeature, { params: { projectId: 'default' }, body: { name } })
      if (answer.status !== 201) throw new Error(answer.text)
      return name
    },
    on: (flag: string, environment = 'development') => app.call('POST', `${pathOf(flag, environment)}/on`),
    off: (flag: string, environment = 'development') => app.call('POST', `${pathOf(flag, environment)}/off`),
    isEnabled: async (flag: string, environment = 'development') =>
      whole<{ enabled: boolean }>(await app.call('GET', pathOf(flag, environment))).enabled,
    /** Reads the rollouts of the flag's strategies, in order; `-` for a strategy without a rollout. */
    rolloutsOf: async (flag: string, environment = 'development') => {
      const list = whole<{ parameters: Record<string, string> }[]>(
        await app.call('GET', `${pathOf(flag, environment)}/strategies`),
      )
      return list.map(({ parameters }) => parameters['rollout'] ?? '-')
    },
    createTemplate: async (body: object) =>
      whole<ReleasePlanTemplate>(await app.call('POST', TEMPLATES, { body })),
    addPlan: async (flag: string, templateId = BUILT_IN, environment = 'development') =>
      whole<ReleasePlan>(
        await app.call('POST', `${pathOf(flag, environment)}/release-plans`, { body: { templateId } }),
      ),
    planOf: async (flag: string, environment = 'development') => {
      const [plan] = whole<ReleasePlan[]>(await app.call('GET', `${pathOf(flag, environment)}/release-plans`))
      if (!plan) throw new Error(`${flag} has no plan in ${environment}`)
      return plan
    },
    start: (flag: string, plan: ReleasePlan, index: number) =>
      app.call(
        'POST',
        `${pathOf(flag)}/release-plans/${plan.id}/milestones/${plan.milestones[index]?.id ?? ''}/start`,
      ),
    /** Sets the minutes after which the next milestone follows. */
    progress: (flag: string, plan: ReleasePlan, index: number, intervalMinutes: number) =>
      app.call('PUT', `${pathOf(flag)}/progressions/${plan.milestones[index]?.id ?? ''}`, {
        body: {
          targetMilestone: plan.milestones[index + 1]?.id ?? 'none',
          transitionCondition: { intervalMinutes },
        },
      }),
    /** Reads the name of the active milestone. */
    activeOf: async (flag: string) => {
      const [plan] = whole<ReleasePlan[]>(await app.call('GET', `${pathOf(flag)}/release-plans`))
      return plan?.milestones.find((one) => one.id === plan.activeMilestoneId)?.name
    },
    /** Reads the flag as SDKs get it, and the ETag of their answer. */
    seenBySdk: async (flag: string) => {
      const { body, headers } = await app.call(getAllClientFeatures, { token: BACKEND })
      const { features } = body as { features: ClientFeature[] }
      return { seen: features.find((one) => one.name === flag), etag: headers['etag'] }
    },
    /** Reads the events of a type, newest first. */
    events: (type: string) => readEventLog(app, { type: `IS:${type}` }),
  }
}

export type Releases = ReturnType<typeof releasesOf>
