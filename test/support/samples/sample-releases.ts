import type { ReleasePlan } from '#shared/flags/schemas/release-plan.ts'
import { rollout, TEMPLATES } from '../stages/releases.ts'
import type { Service } from '../service/service.ts'
import {
  createReleasePlanTemplate,
  archiveReleasePlanTemplate,
} from '#shared/flags/contract/release-templates.ts'
import { createFeature } from '#shared/flags/contract/features.ts'

const FEATURES = '/api/admin/projects/default/features'

/** A template of the instance's own, one that is archived, and a flag that is on its second milestone. */
export async function fillSampleReleases(service: Service): Promise<void> {
  const { call } = service
  const staff = { name: 'default', title: 'Staff', sortOrder: 1, constraints: [staffOnly] }
  const few = rollout('A few', 1, 5)
  const made = await call('POST', TEMPLATES, {
    name: 'Careful release',
    description: 'For what touches payments: staff first, then a few.',
    milestones: [
      { name: 'Staff', sortOrder: 0, strategies: [staff] },
      { ...few, strategies: [...few.strategies, staff] },
      rollout('Half', 2, 50),
      rollout('Everybody', 3, 100),
    ],
  })
  const old = await call(createReleasePlanTemplate, {
    body: {
      name: 'All at once',
      milestones: [rollout('Everybody', 0, 100)],
    },
  })
  await call(archiveReleasePlanTemplate, { params: { templateId: old.id } })

  await call(createFeature, {
    params: { projectId: 'default' },
    body: { name: 'new-payments', description: 'Payments by the new provider' },
  })
  const at = `${FEATURES}/new-payments/environments/development`
  const { id: templateId } = made as { id: string }
  const plan = (await call('POST', `${at}/release-plans`, { templateId })) as ReleasePlan
  await call('POST', `${at}/on`)
  const [first, second, third] = plan.milestones
  await call('POST', `${at}/release-plans/${plan.id}/milestones/${second?.id}/start`)
  await call('PUT', `${at}/progressions/${first?.id}`, {
    targetMilestone: second?.id,
    transitionCondition: { intervalMinutes: 60 },
  })
  await call('PUT', `${at}/progressions/${second?.id}`, {
    targetMilestone: third?.id,
    transitionCondition: { intervalMinutes: 24 * 60 },
  })
  await call('PUT', `${at}/release-plans/${plan.id}/safeguards`, safeguard('payment_errors', 5))
  await call('PUT', `${at}/safeguards`, safeguard('payment_latency_ms', 2000))
  await fillSampleCharts(call)
}

/** Charts of the instance, and of a flag. */
async function fillSampleCharts(call: Service['call']): Promise<void> {
  const chart = {
    metricName: 'orders',
    timeRange: 'day',
    yAxisMin: 'zero',
    aggregationMode: 'count',
    labelSelectors: { 'checkout-redesign': ['*'] },
  }
  const latency = { metricName: 'checkout_seconds', aggregationMode: 'p95', title: 'Slow checkouts' }
  await call('POST', '/api/admin/impact-metrics/config', { ...chart, title: 'Orders by checkout' })
  await call('POST', '/api/admin/impact-metrics/config', { ...chart, ...latency, yAxisMin: 'auto' })
  await call('POST', `${FEATURES}/checkout-redesign/impact-metrics/config`, {
    ...chart,
    ...latency,
    timeRange: 'hour',
  })
}

const staffOnly = { contextName: 'email', operator: 'STR_ENDS_WITH', values: ['@example.com'] }

const safeguard = (metricName: string, threshold: number) => ({
  impactMetric: {
    metricName,
    timeRange: 'hour',
    aggregationMode: 'p95',
    labelSelectors: { app: ['web-shop'] },
  },
  triggerCondition: { operator: '>', threshold },
})
