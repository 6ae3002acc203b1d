import { getLifecycleTrends as read } from '#shared/insight/contract/instance-insights.ts'
import { query } from '#kernel/use-case.ts'
import { LifecycleCounter } from '../../records/instance-insights/lifecycle-trends.ts'
import { stageEntries } from '../../records/instance-insights/stage-entries.read-model.ts'

export const getLifecycleTrends = query(read, async ({ queries, now }, { query: { projects } }) => {
  const counter = new LifecycleCounter(now)
  for await (const entries of stageEntries(queries, idsOf(projects))) counter.add(entries)
  return counter.conclude()
})

/** Project ids, with commas, also as a filter of the search writes them; undefined: all. */
function idsOf(projects: string | undefined): string[] | undefined {
  const ids = (projects ?? '')
    .replace(/^IS(_ANY_OF)?:/, '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  return ids.length === 0 ? undefined : ids
}
