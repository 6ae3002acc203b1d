import {
  collectStatistics,
  type StatisticsSources,
} from '#domains/instance/instance-statistics/instance-statistics.ts'
import { readTraffic } from '#domains/instance/traffic/read-traffic.ts'
import type { TrafficCounter } from '#domains/instance/traffic/traffic-counter.ts'
import {
  average,
  readDaysToProduction,
} from '#domains/projects/project-insights/project-insights.read-model.ts'
import { countFlags } from '#domains/projects/projects/project-flags.read-model.ts'
import { listProjects } from '#domains/projects/projects/projects.read-model.ts'
import { relocated } from '#kernel/app-error.ts'
import { mutation, query, type QueryContext } from '#kernel/use-case.ts'
import * as uiConfigContract from '#shared/instance/contract/ui-config.ts'
import * as instanceContract from '#shared/versions/contract/former/instance.ts'
import type { ExecutiveDashboard } from '#shared/versions/schemas/executive-dashboard.ts'
import { readDailyUpdates, readDailyUse, type DailyUse } from '../former-instance/trends.read-model.ts'
import { byWeek, weekOf } from '../former-instance/week.ts'

const DAY_MS = 86_400_000

/** For how long back changes are counted. */
const TREND_DAYS = 365

/** The instance in figures; people are active who were there in the last 30 days. */
export const getExecutiveDashboard = (sources: StatisticsSources) =>
  query(instanceContract.getExecutiveDashboard, async (context) => {
    const { visible, now } = context
    const { users: total, activeUsers, featureToggles } = await collectStatistics(sources, context)
    const users = { total, active: activeUsers.last30, inactive: total - activeUsers.last30 }
    const since = new Date(now.getTime() - TREND_DAYS * DAY_MS).toISOString()
    return {
      users,
      flags: { total: featureToggles },
      userTrends: [{ date: dayOf(now), ...users }],
      projectFlagTrends: await trendsOfProjects(context),
      environmentTypeTrends: updatesByWeek(await readDailyUpdates(visible, since)),
      metricsSummaryTrends: useByWeek(await readDailyUse(visible, since)),
    }
  })

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)

const countDifferent = (values: readonly string[]) => new Set(values).size

async function trendsOfProjects({
  visible,
  now,
}: QueryContext): Promise<ExecutiveDashboard['projectFlagTrends']> {
  const date = dayOf(now)
  const flags = await countFlags(visible, now)
  const trends: ExecutiveDashboard['projectFlagTrends'] = []
  for (const { id, health, memberCount } of await listProjects(visible, now, {
    archived: false,
    user: undefined,
  })) {
    const { total, stale, potentiallyStale } = flags.get(id) ?? { total: 0, stale: 0, potentiallyStale: 0 }
    const days = average((await readDaysToProduction(visible, id)).map((flag) => flag.timeToProduction))
    trends.push({
      project: id,
      week: weekOf(date).week,
      date,
      total,
      active: total - stale - potentiallyStale,
      stale,
      potentiallyStale,
      users: memberCount,
      health,
      ...(days === null ? {} : { timeToProduction: days }),
    })
  }
  return trends
}

const updatesByWeek = (rows: readonly { day: string; environmentType: string; count: number }[]) =>
  byWeek(rows, ({ environmentType }) => environmentType).map(({ key, when, rows: ofWeek }) => ({
    environmentType: key,
    ...when,
    totalUpdates: sum(ofWeek.map(({ count }) => count)),
  }))

const useByWeek = (rows: readonly DailyUse[]) =>
  byWeek(rows, ({ project }) => project).map(({ key, when, rows: ofWeek }) => {
    const totalYes = sum(ofWeek.map(({ yes }) => yes))
    const totalNo = sum(ofWeek.map(({ no }) => no))
    return {
      project: key,
      ...when,
      totalRequests: totalYes + totalNo,
      totalYes,
      totalNo,
      totalApps: countDifferent(ofWeek.map(({ appName }) => appName)),
      totalEnvironments: countDifferent(ofWeek.map(({ environment }) => environment)),
      totalFlags: countDifferent(ofWeek.map(({ flag }) => flag)),
    }
  })

/** Days are compared as text: no month has one after the 31st. */
export const getTrafficOfMonth = ({ traffic: counter }: { traffic: TrafficCounter }) =>
  query(instanceContract.getTrafficOfMonth, async (_context, { params: { period } }) => {
    const { apiData } = readTraffic(counter, {
      grouping: 'daily',
      from: `${period}-01`,
      to: `${period}-31`,
    })
    return {
      period,
      apiData: apiData.map(({ apiPath, dataPoints }) => ({
        apiPath,
        days: dataPoints.map(({ period: day, trafficTypes }) => ({ day, trafficTypes })),
      })),
    }
  })

/** The only setting that it ever had. */
export const setUiConfig = mutation(
  instanceContract.setUiConfig,
  async ({ caller, performAs }, { body: { frontendSettings } }) => {
    if (!frontendSettings) return
    try {
      await performAs(caller.actor, uiConfigContract.setCors, { body: frontendSettings })
    } catch (error) {
      throw relocated(error, '/body/frontendSettings')
    }
  },
)
