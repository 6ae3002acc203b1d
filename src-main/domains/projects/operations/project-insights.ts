import { readOverviewWithFlags } from '#domains/flags/features/overview-with-flags.ts'
import { readPeople } from '#domains/flags/features/people.read-model.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/projects/contract/project-insights.ts'
import {
  countArchived,
  countResources,
  readFlagCreatorIds,
  readStageSummary,
} from '../project-insights/project-insights.read-model.ts'
import { flagsOf, leadTimeOf, overviewOf } from '../project-insights/project-overview.ts'
import { readActivity } from '../projects/project-activity.read-model.ts'
import { requireProject } from '../projects/projects.store.ts'

const DAY = 24 * 60 * 60 * 1000

/** For how long back activity is shown: a year. */
const ACTIVITY_DAYS = 365

const RECENT_DAYS = 30

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY).toISOString()

/** Answers the figures of a project (docs/contract/projects.md#figures). */
export const getProjectStatus = query(
  contract.getProjectStatus,
  async (context, { params: { projectId } }) => {
    const { visible, now } = context
    const project = await overviewOf(context, projectId)
    const stage = await readStageSummary(visible, projectId, now)
    const { stale, potentiallyStale } = await flagsOf(context, projectId)
    return {
      resources: { members: project.members, ...(await countResources(visible, projectId)) },
      activityCountByDate: await readActivity(visible, projectId, daysAgo(now, ACTIVITY_DAYS)),
      health: { current: project.health },
      technicalDebt: { current: project.technicalDebt },
      lifecycleSummary: {
        initial: stage('initial'),
        preLive: stage('pre-live'),
        live: stage('live'),
        completed: stage('completed'),
        archived: await countArchived(visible, projectId, daysAgo(now, RECENT_DAYS)),
      },
      staleFlags: { total: stale + potentiallyStale },
    }
  },
)

/** Recorded exchange projects/insights-deprecated. */
export const getProjectInsights = query(
  contract.getProjectInsights,
  async (context, { params: { projectId } }) => {
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
  },
)

/** Recorded exchange projects/dora-deprecated. */
export const getProjectDora = query(contract.getProjectDora, async (context, { params: { projectId } }) => {
  await requireProject(context.visible, projectId)
  return leadTimeOf(context, projectId)
})

/** Recorded exchange projects/health-report-deprecated. */
export const getProjectHealthReport = query(
  contract.getProjectHealthReport,
  async (context, { params: { projectId } }) => {
    const { total, stale, potentiallyStale } = await flagsOf(context, projectId)
    const { archivedAt: _archivedAt, ...overview } = await readOverviewWithFlags(context, projectId)
    return {
      ...overview,
      potentiallyStaleCount: potentiallyStale,
      activeCount: total - stale - potentiallyStale,
      staleCount: stale,
    }
  },
)

/** Recorded exchange projects/flag-creators. */
export const getProjectFlagCreators = query(
  contract.getProjectFlagCreators,
  async ({ visible }, { params: { projectId } }) => {
    await requireProject(visible, projectId)
    const people = await readPeople(visible, await readFlagCreatorIds(visible, projectId))
    return [...people.values()]
      .map(({ id, name }) => ({ id, name }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  },
)
