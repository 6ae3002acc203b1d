import { getFeatureUsageSummary as summary } from '#shared/flags/contract/metrics.ts'
import { query } from '#kernel/use-case.ts'
import { readLastHour } from '../../records/metrics/feature-metrics.read-model.ts'
import { version, maturity } from '../../records/metrics/metrics-answer.ts'

/**
 * The last hour of a flag; one that is not there has none (recorded exchanges metrics/feature-usage and
 * metrics/feature-usage-unknown-flag).
 */
export const getFeatureUsageSummary = query(summary, async ({ queries, now }, { params: { name } }) => {
  const { usage, applications } = await readLastHour(queries, name, now)
  return { version, maturity, featureName: name, lastHourUsage: usage, seenApplications: applications }
})
