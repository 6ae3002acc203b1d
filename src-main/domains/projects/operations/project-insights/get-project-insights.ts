import { getProjectInsights as insights } from '#shared/projects/contract/project-insights.ts'
import { query } from '#kernel/use-case.ts'
import { overviewOf, flagsOf, leadTimeOf } from '../../records/project-insights/project-overview.ts'

/** Recorded exchange projects/insights-deprecated. */
export const getProjectInsights = query(insights, async (context, { params: { projectId } }) => {
  const { stats, featureTypeCounts, health, technicalDebt, members } = await overviewOf(context, projectId)
  const { total, stale, potentiallyStale } = await flagsOf(context, projectId)
  const counts = {
    activeCount: total - stale - potentiallyStale,
    potentiallyStaleCount: potentiallyStale,
    staleCount: stale,
  }
  return {
    stats,
    featureTypeCounts,
    technicalDebt: { rating: technicalDebt, ...counts },
    leadTime: await leadTimeOf(context, projectId),
    members: { currentMembers: members, change: stats.projectMembersAddedCurrentWindow },
    health: { rating: health, ...counts },
  }
})
