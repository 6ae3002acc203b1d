import type { InstanceInsights } from '#shared/insight/schemas/instance-insights.ts'
import { Turn } from '#runtime/turn.ts'
import { groupRows } from '#store/group-rows.ts'
import type { InstanceFigures, ProjectFigures, WeekRow } from './insight-weeks.store.ts'

type ProjectWeek = WeekRow<ProjectFigures>

/** Builds the trends from the noted weeks. Flags of the instance are those of the projects that the caller sees. */
export async function toInsights(
  instance: readonly WeekRow<InstanceFigures>[],
  projects: readonly ProjectWeek[],
): Promise<InstanceInsights> {
  const turn = new Turn()
  const insights: InstanceInsights = {
    userTrends: instance.map(({ date, figures: { users } }) => ({
      date,
      total: users.total,
      active: users.active,
      inactive: users.total - users.active,
    })),
    flagTrends: flagTrends(projects),
    projectFlagTrends: [],
    metricsSummaryTrends: [],
    environmentTypeTrends: instance.flatMap(({ date, week, figures: { updates } }) =>
      Object.entries(updates).map(([environmentType, totalUpdates]) => ({
        date,
        week,
        environmentType,
        totalUpdates,
      })),
    ),
    lifecycleTrends: [],
    creationArchiveTrends: [],
  }
  for (const { project, week, date, figures } of projects) {
    const of = { project, week, date }
    const { flags, metrics, newProductionFlags, createdFlags, archivedFlags } = figures
    const technicalDebt = debtOf(flags)
    insights.projectFlagTrends.push({
      ...of,
      ...flags,
      active: flags.total - flags.stale,
      health: 100 - technicalDebt,
      technicalDebt,
    })
    insights.metricsSummaryTrends.push({
      ...of,
      totalRequests: metrics.yes + metrics.no,
      totalYes: metrics.yes,
      totalNo: metrics.no,
      totalApps: metrics.apps,
      totalFlags: metrics.flags,
      totalEnvironments: metrics.environments,
    })
    insights.lifecycleTrends.push({ ...of, newProductionFlags })
    insights.creationArchiveTrends.push({ ...of, createdFlags, archivedFlags })
    await turn.pause()
  }
  return insights
}

function flagTrends(projects: readonly ProjectWeek[]): InstanceInsights['flagTrends'] {
  return [...groupRows(projects, ({ date }) => date)].map(([date, same]) => {
    const sum = (pick: (flags: ProjectFigures['flags']) => number) =>
      same.reduce((total, { figures }) => total + pick(figures.flags), 0)
    const total = sum((flags) => flags.total)
    const stale = sum((flags) => flags.stale)
    return { date, total, active: total - stale, stale, potentiallyStale: sum((one) => one.potentiallyStale) }
  })
}

/** Part of the flags that are stale or may be, in per cent. */
const debtOf = ({ total, stale, potentiallyStale }: ProjectFigures['flags']): number =>
  total === 0 ? 0 : Math.round((100 * (stale + potentiallyStale)) / total)
