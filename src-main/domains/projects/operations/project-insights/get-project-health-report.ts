import { getProjectHealthReport as healthReport } from '#shared/projects/contract/project-insights.ts'
import { query } from '#kernel/use-case.ts'
import { readOverviewWithFlags } from '#domains/flags/records/features/overview-with-flags.ts'
import { flagsOf } from '../../records/project-insights/project-overview.ts'

/** Recorded exchange projects/health-report-deprecated. */
export const getProjectHealthReport = query(healthReport, async (context, { params: { projectId } }) => {
  const { total, stale, potentiallyStale } = await flagsOf(context, projectId)
  const { archivedAt: _archivedAt, ...overview } = await readOverviewWithFlags(context, projectId)
  return {
    ...overview,
    potentiallyStaleCount: potentiallyStale,
    activeCount: total - stale - potentiallyStale,
    staleCount: stale,
  }
})
