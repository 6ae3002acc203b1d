import { badData } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/insight/contract/instance-insights.ts'
import { readInstanceWeeks, readProjectWeeks } from '../instance-insights/insight-weeks.store.ts'
import { LifecycleCounter } from '../instance-insights/lifecycle-trends.ts'
import { stageEntries } from '../instance-insights/stage-entries.read-model.ts'
import { withThisWeek } from '../instance-insights/this-week.ts'
import { toInsights } from '../instance-insights/to-insights.ts'

const DEFAULT_DAYS = 92

const DAY_MS = 86_400_000

/** Most weeks of projects in an answer: a quarter of a year of 380 projects. */
const MAX_WEEKS = 5000

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
