import { getPlausibleMetrics as read } from '#shared/flags/contract/impact-metrics.ts'
import { query } from '#kernel/use-case.ts'

/** Returns no page views: no instance is connected to Plausible (docs/contract/clients.md#impact-metrics). */
export const getPlausibleMetrics = query(read, async () => ({ data: [] }))
