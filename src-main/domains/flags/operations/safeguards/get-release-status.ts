import { getReleaseStatus as operation } from '#shared/flags/contract/release-plans.ts'
import type { ReleaseStatus } from '#shared/flags/schemas/release-plan.ts'
import { query } from '#kernel/use-case.ts'
import { findEnabled } from '../../records/features/feature-environments.store.ts'
import { requireFeature } from '../../records/features/features.store.ts'
import { activeMilestoneOf, milestoneAfter, type StoredPlan } from '../../records/milestones/release-plan.ts'
import { findPlanOf } from '../../records/milestones/plans.store.ts'
import { readSafeguards } from '../../records/milestones/safeguards.store.ts'
import { dueAt } from '../../records/release-plans/progressions.ts'
import { SafeguardMetrics } from '../../records/safeguards/safeguard-metrics.ts'

export const getReleaseStatus = query(
  operation,
  async ({ queries, now }, { params: { projectId, featureName, environment } }) => {
    const flag = await requireFeature(queries, projectId, featureName)
    const plan = await findPlanOf(queries, featureName, environment)
    const isEnabled = (await findEnabled(queries, featureName, environment)) ?? false
    const gauge = new SafeguardMetrics(queries, now)
    const place = { project: flag.project, environment }
    const safeguards = await readSafeguards(queries, { features: [featureName], environment })
    return {
      plan: plan ? statusOf(plan, { isEnabled, isArchived: flag.archivedAt !== null }) : null,
      safeguards: await Promise.all(
        safeguards.map(async ({ id, impactMetric, triggeredAt }) => {
          const value = await gauge.measure(impactMetric, place)
          const blind = value === null ? await gauge.blindness(impactMetric, place) : null
          return { id, value, blind, triggeredAt }
        }),
      ),
    }
  },
)

function statusOf(
  plan: StoredPlan,
  { isEnabled, isArchived }: { isEnabled: boolean; isArchived: boolean },
): ReleaseStatus['plan'] {
  const active = activeMilestoneOf(plan)
  const isTimed = active !== undefined && active.intervalMinutes !== null
  return {
    id: plan.id,
    onHold: isArchived
      ? 'archived'
      : !isEnabled
        ? 'environment-disabled'
        : active && active.pausedAt !== null
          ? 'paused'
          : null,
    nextMilestoneId: (isTimed && milestoneAfter(plan, active.id)?.id) || null,
    dueAt: dueAt(plan)?.toISOString() ?? null,
  }
}
