import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/metrics.ts'
import { hoursUntil, readHourMetrics, readLastHour } from '../metrics/feature-metrics.read-model.ts'

const version = 1 as const
const maturity = 'stable' as const

/**
 * The last hour of a flag; one that is not there has none (recorded exchanges metrics/feature-usage and
 * metrics/feature-usage-unknown-flag).
 */
export const getFeatureUsageSummary = query(
  contract.getFeatureUsageSummary,
  async ({ visible, now }, { params: { name } }) => {
    const { usage, applications } = await readLastHour(visible, name, now)
    return { version, maturity, featureName: name, lastHourUsage: usage, seenApplications: applications }
  },
)

const DEFAULT_HOURS = 24

/** 91 days: older counts are not kept. */
const MAX_HOURS = 91 * 24

/**
 * Per hour (recorded exchanges metrics/feature-usage-raw and metrics/feature-usage-raw-48-h); what is not between 1
 * and 2184 hours is 24.
 */
export const getRawFeatureMetrics = query(
  contract.getRawFeatureMetrics,
  async ({ visible, now }, { params: { name }, query }) => {
    const asked = query.hoursBack ?? DEFAULT_HOURS
    const hoursBack = asked >= 1 && asked <= MAX_HOURS ? asked : DEFAULT_HOURS
    return { version, maturity, data: await readHourMetrics(visible, name, hoursUntil(now, hoursBack)) }
  },
)
