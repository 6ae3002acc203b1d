import { getRawFeatureMetrics as raw } from '#shared/flags/contract/metrics.ts'
import { query } from '#kernel/use-case.ts'
import { hoursUntil, readHourMetrics } from '../../records/metrics/feature-metrics.read-model.ts'
import { version, maturity } from '../../records/metrics/metrics-answer.ts'

const DEFAULT_HOURS = 24

/** 91 days: older counts are not kept. */
const MAX_HOURS = 91 * 24

/**
 * Per hour (recorded exchanges metrics/feature-usage-raw and metrics/feature-usage-raw-48-h); what is not between 1
 * and 2184 hours is 24.
 */
export const getRawFeatureMetrics = query(raw, async ({ queries, now }, { params: { name }, query }) => {
  const asked = query.hoursBack ?? DEFAULT_HOURS
  const hoursBack = asked >= 1 && asked <= MAX_HOURS ? asked : DEFAULT_HOURS
  return { version, maturity, data: await readHourMetrics(queries, name, hoursUntil(now, hoursBack)) }
})
