import type { ProjectDora } from '#shared/projects/schemas/project-insights.ts'
import { personOf } from '#kernel/caller.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { countFlags } from '../projects/project-flags.read-model.ts'
import { readProjectOverview } from '../projects/project-overview.read-model.ts'
import { average, readDaysToProduction } from './project-insights.read-model.ts'

/** The overview of a project, as the caller sees it. */
export const overviewOf = ({ visible, now, caller }: QueryContext, projectId: string) =>
  readProjectOverview(visible, now, projectId, personOf(caller.actor))

/** Counts the flags of a project. */
export async function flagsOf({ visible, now }: QueryContext, projectId: string) {
  const counts = await countFlags(visible, now, projectId)
  return counts.get(projectId) ?? { total: 0, stale: 0, potentiallyStale: 0 }
}

/** The days that flags of a project took from their creation to production. */
export async function leadTimeOf({ visible }: QueryContext, projectId: string): Promise<ProjectDora> {
  const features = await readDaysToProduction(visible, projectId)
  return { features, projectAverage: average(features.map((one) => one.timeToProduction)) ?? 0 }
}
