import { badData } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/insight/contract/instance-insights.ts'
import {
  readInstanceWeeks,
  readProjectWeeks,
  type InstanceFigures,
  type ProjectFigures,
  type WeekRow,
} from '../instance-insights/insight-weeks.store.ts'
import { LifecycleCounter } from '../instance-insights/lifecycle-trends.ts'
import { stageEntries } from '../instance-insights/stage-entries.read-model.ts'
import { withThisWeek } from '../instance-insights/this-week.ts'
import type { InstanceInsights } from '#shared/insight/schemas/instance-insights.ts'
import { Turn } from '#runtime/turn.ts'
import { groupRows } from '#store/group-rows.ts'

const DEFAULT_DAYS = 92

const DAY_MS = 86_400_000

/** Most weeks of projects in an answer: a quarter of a year of 380 projects. */
const MAX_WEEKS = 5000

type ProjectWeek = WeekRow<ProjectFigures>

/** Builds the trends from the noted weeks. Flags of the instance are those of the projects that the caller sees. */
async function toInsights(
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

export const getInstanceInsights = query(
  contract.getInstanceInsights,
  async ({ visible, everything, now }, { query: asked }) => {
    const to = asked.to ?? now.toISOString().slice(0, 10)
    const from = asked.from ?? new Date(Date.parse(to) - DEFAULT_DAYS * DAY_MS).toISOString().slice(0, 10)
    if (from > to) throw badData(`from (${from}) is after to (${to})`, '/query/from')
    const [begin, end] = [`${from}T00:00:00.000Z`, `${to}T23:59:59.999Z`]
    const noted = {
      instance: await readInstanceWeeks(visible, begin, end),
      projects: await readProjectWeeks(visible, begin, end, MAX_WEEKS),
    }
    const date = now.toISOString()
    const isRunning = begin <= date && date <= end
    const { instance, projects } = isRunning ? await withThisWeek({ visible, everything, now }, noted) : noted
    return toInsights(instance, projects)
  },
)

export const getLifecycleTrends = query(
  contract.getLifecycleTrends,
  async ({ visible, now }, { query: { projects } }) => {
    const counter = new LifecycleCounter(now)
    for await (const entries of stageEntries(visible, idsOf(projects))) counter.add(entries)
    return counter.conclude()
  },
)

/** Project ids, with commas, also as a filter of the search writes them; undefined: all. */
function idsOf(projects: string | undefined): string[] | undefined {
  const ids = (projects ?? '')
    .replace(/^IS(_ANY_OF)?:/, '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  return ids.length === 0 ? undefined : ids
}
