import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'

const count = z.number().min(0)
const ofWeek = { week: z.string(), date: Instant, project: z.string() }
const flags = { total: count, active: count, stale: count, potentiallyStale: count }

/** Figures of the instance and its projects by week (docs/contract/instance.md#insights). */
export const InstanceInsights = z
  .object({
    userTrends: z.array(z.object({ date: Instant, total: count, active: count, inactive: count })),
    flagTrends: z.array(z.object({ date: Instant, ...flags })),
    projectFlagTrends: z.array(
      z.object({ ...ofWeek, ...flags, health: count, technicalDebt: z.number().min(0).max(100) }),
    ),
    metricsSummaryTrends: z.array(
      z.object({
        ...ofWeek,
        totalRequests: count,
        totalYes: count,
        totalNo: count,
        totalApps: count,
        totalFlags: count,
        totalEnvironments: count,
      }),
    ),
    environmentTypeTrends: z.array(
      z.object({ date: Instant, week: z.string(), environmentType: z.string(), totalUpdates: count }),
    ),
    lifecycleTrends: z.array(z.object({ ...ofWeek, newProductionFlags: count })),
    creationArchiveTrends: z.array(
      z.object({ ...ofWeek, createdFlags: z.record(z.string(), count), archivedFlags: count }),
    ),
  })
  .meta({ id: 'instanceInsightsSchema' })
export type InstanceInsights = z.output<typeof InstanceInsights>

export const TREND_STAGES = ['develop', 'production', 'cleanup'] as const
export const FLAG_CATEGORIES = ['experimental', 'release', 'permanent'] as const

const Category = z.object({ flagsOlderThanWeek: count, newFlagsThisWeek: count })
const StageTrend = z.object({
  totalFlags: count,
  medianDaysInCurrentStage: count,
  medianDaysHistorically: count,
  categories: z.object({ experimental: Category, release: Category, permanent: Category }),
})
export type StageTrend = z.output<typeof StageTrend>

/** Flags by stage, and how long they stay in it (docs/contract/instance.md#lifecycle-trends). */
export const LifecycleTrends = z
  .object({
    lifecycleTrends: z.object({ develop: StageTrend, production: StageTrend, cleanup: StageTrend }),
  })
  .meta({ id: 'lifecycleTrendsSchema' })
export type LifecycleTrends = z.output<typeof LifecycleTrends>
