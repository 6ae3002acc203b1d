import {
  getProjectDora as dora,
  getProjectFlagCreators as creators,
  getProjectHealthReport as healthReport,
  getProjectInsights as insights,
  getProjectStatus as status,
} from '../../../../../src-shared/contract/project-insights.ts'
import type {
  DeprecatedProjectOverview,
  ProjectDora,
} from '../../../../../src-shared/schemas/project-insights.ts'
import { personOf } from '../../../../kernel/caller.ts'
import { query, type QueryContext } from '../../../../kernel/use-case.ts'
import { listFeatures } from '../../../flags/records/features/feature-list.read-model.ts'
import { readPeople } from '../../../flags/records/features/people.read-model.ts'
import { countFlags } from '../../records/projects/project-flags.read-model.ts'
import { readActivity } from '../../records/projects/project-activity.read-model.ts'
import { readProjectOverview } from '../../records/projects/project-overview.read-model.ts'
import { requireProject } from '../../records/projects/projects.store.ts'
import {
  average,
  countArchived,
  countResources,
  readDaysToProduction,
  readFlagCreatorIds,
  readStageSummary,
} from '../../records/project-insights/project-insights.read-model.ts'

const DAY = 24 * 60 * 60 * 1000
/** For how long back activity is shown: a year. */
const ACTIVITY_DAYS = 365
const RECENT_DAYS = 30

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY).toISOString()

/** Answers the figures of a project (docs/contract/projects.md#figures). */
export const getProjectStatus = query(status, async (context, { params: { projectId } }) => {
  const { queries, now } = context
  const project = await overviewOf(context, projectId)
  const stage = await readStageSummary(queries, projectId, now)
  const { stale, potentiallyStale } = await flagsOf(context, projectId)
  return {
    resources: { members: project.members, ...(await countResources(queries, projectId)) },
    activityCountByDate: await readActivity(queries, projectId, daysAgo(now, ACTIVITY_DAYS)),
    health: { current: project.health },
    technicalDebt: { current: project.technicalDebt },
    lifecycleSummary: {
      initial: stage('initial'),
      preLive: stage('pre-live'),
      live: stage('live'),
      completed: stage('completed'),
      archived: await countArchived(queries, projectId, daysAgo(now, RECENT_DAYS)),
    },
    staleFlags: { total: stale + potentiallyStale },
  }
})

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

/** Recorded exchange projects/dora-deprecated. */
export const getProjectDora = query(dora, async (context, { params: { projectId } }) => {
  await requireProject(context.queries, projectId)
  return leadTimeOf(context, projectId)
})

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

/** Recorded exchange projects/flag-creators. */
export const getProjectFlagCreators = query(creators, async ({ queries }, { params: { projectId } }) => {
  await requireProject(queries, projectId)
  const people = await readPeople(queries, await readFlagCreatorIds(queries, projectId))
  return [...people.values()].map(({ id, name }) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1))
})

/** The overview as it was before the flags were left to the search; 404 "No project found". */
export async function readOverviewWithFlags(
  context: QueryContext,
  projectId: string,
): Promise<DeprecatedProjectOverview> {
  const {
    onboardingStatus: _status,
    featureTypeCounts: _types,
    linkTemplates: _templates,
    ...project
  } = await overviewOf(context, projectId)
  const user = personOf(context.caller.actor)
  const features = await listFeatures(context.queries, projectId, user === undefined ? {} : { user })
  return { ...project, features }
}

const overviewOf = ({ queries, now, caller }: QueryContext, projectId: string) =>
  readProjectOverview(queries, now, projectId, personOf(caller.actor))

async function flagsOf({ queries, now }: QueryContext, projectId: string) {
  const counts = await countFlags(queries, now, projectId)
  return counts.get(projectId) ?? { total: 0, stale: 0, potentiallyStale: 0 }
}

async function leadTimeOf({ queries }: QueryContext, projectId: string): Promise<ProjectDora> {
  const features = await readDaysToProduction(queries, projectId)
  return { features, projectAverage: average(features.map((one) => one.timeToProduction)) ?? 0 }
}
