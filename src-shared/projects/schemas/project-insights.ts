import { z } from 'zod'

import { FeatureListItem } from '../../flags/schemas/feature.ts'
import { ProjectOverview } from './project.ts'

const count = z.int().min(0)
const percent = z.int().min(0).max(100)

/** Time from creation to production of each flag, in days (DORA's lead time). */
export const ProjectDora = z
  .object({
    features: z.array(z.object({ name: z.string(), timeToProduction: z.number() })),
    projectAverage: z.number(),
  })
  .meta({ id: 'projectDoraMetricsSchema' })
export type ProjectDora = z.output<typeof ProjectDora>

const Rating = z.object({
  rating: percent,
  activeCount: count,
  potentiallyStaleCount: count,
  staleCount: count,
})

export const ProjectInsights = z
  .object({
    stats: ProjectOverview.shape.stats,
    featureTypeCounts: ProjectOverview.shape.featureTypeCounts,
    technicalDebt: Rating,
    leadTime: ProjectDora,
    members: z.object({ currentMembers: count, change: z.int() }),
    health: Rating,
  })
  .meta({ id: 'projectInsightsSchema' })

const StageSummary = z.object({ averageDays: z.number().nullable(), currentFlags: count })

export const ProjectStatus = z
  .object({
    resources: z.object({ members: count, apiTokens: count, segments: count }),
    activityCountByDate: z.array(z.object({ date: z.iso.date(), count })),
    health: z.object({ current: percent }),
    technicalDebt: z.object({ current: percent }),
    lifecycleSummary: z.object({
      initial: StageSummary,
      preLive: StageSummary,
      live: StageSummary,
      completed: StageSummary,
      archived: z.object({ currentFlags: count, last30Days: count }),
    }),
    staleFlags: z.object({ total: count }),
  })
  .meta({ id: 'projectStatusSchema' })
export type ProjectStatus = z.output<typeof ProjectStatus>

/** The overview of old, with the flags in it (shapes: healthOverviewSchema, which v7 still has). */
export const DeprecatedProjectOverview = ProjectOverview.omit({
  onboardingStatus: true,
  featureTypeCounts: true,
  linkTemplates: true,
})
  .extend({ features: z.array(FeatureListItem) })
  .meta({ id: 'healthOverviewSchema' })
export type DeprecatedProjectOverview = z.output<typeof DeprecatedProjectOverview>

export const HealthReport = DeprecatedProjectOverview.omit({ archivedAt: true })
  .extend({
    potentiallyStaleCount: count,
    activeCount: count,
    staleCount: count,
  })
  .meta({ id: 'healthReportSchema' })

export const FlagCreators = z
  .array(z.object({ id: z.int(), name: z.string() }))
  .meta({ id: 'projectFlagCreatorsSchema' })
