import { getReleaseStatus as operation } from '../../../src-shared/contract/release-plans.ts'
import type { ReleaseStatus } from '../../../src-shared/schemas/release-plan.ts'
import { query } from '../../kernel/use-case.ts'
import { countsFor, type CustomMetricLog } from '../custom-metrics/index.ts'
import { findEnabled, requireFeature } from '../features/index.ts'
import {
  activeMilestoneOf,
  findPlanOf,
  milestoneAfter,
  readSafeguards,
  type StoredPlan,
} from '../milestones/index.ts'
import { dueAt } from '../release-plans/index.ts'
import { readMetric } from './read-metric.ts'

export const getReleaseStatus = (metrics: CustomMetricLog) =>
  query(operation, async ({ queries, now }, { params: { projectId, featureName, environment } }) => {
    const flag = await requireFeature(queries, projectId, featureName)
    const plan = await findPlanOf(queries, featureName, environment)
    const isEnabled = (await findEnabled(queries, featureName, environment)) ?? false
    const samples = metrics.read(now, countsFor({ project: flag.project, environment })).metrics
    return {
      plan: plan ? statusOf(plan, { isEnabled, isArchived: flag.archivedAt !== null }) : null,
      safeguards: (await readSafeguards(queries, { features: [featureName], environment })).map(
        ({ id, impactMetric, triggeredAt }) => ({
          id,
          value: readMetric(samples, impactMetric),
          triggeredAt,
        }),
      ),
    }
  })

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
