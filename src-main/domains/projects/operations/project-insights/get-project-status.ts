import { getProjectStatus as status } from '#shared/projects/contract/project-insights.ts'
import { query } from '#kernel/use-case.ts'
import { readActivity } from '../../records/projects/project-activity.read-model.ts'
import {
  countArchived,
  countResources,
  readStageSummary,
} from '../../records/project-insights/project-insights.read-model.ts'
import { overviewOf, flagsOf } from '../../records/project-insights/project-overview.ts'

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
