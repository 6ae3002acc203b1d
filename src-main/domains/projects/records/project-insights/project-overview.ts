import type {
  DeprecatedProjectOverview,
  ProjectDora,
} from '../../../../../src-shared/projects/schemas/project-insights.ts'
import { personOf } from '../../../../kernel/caller.ts'
import type { QueryContext } from '../../../../kernel/use-case.ts'
import { listFeatures } from '../../../flags/records/features/feature-list.read-model.ts'
import { countFlags } from '../projects/project-flags.read-model.ts'
import { readProjectOverview } from '../projects/project-overview.read-model.ts'
import { average, readDaysToProduction } from './project-insights.read-model.ts'

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
export const overviewOf = ({ queries, now, caller }: QueryContext, projectId: string) =>
  readProjectOverview(queries, now, projectId, personOf(caller.actor))
export async function flagsOf({ queries, now }: QueryContext, projectId: string) {
  const counts = await countFlags(queries, now, projectId)
  return counts.get(projectId) ?? { total: 0, stale: 0, potentiallyStale: 0 }
}
export async function leadTimeOf({ queries }: QueryContext, projectId: string): Promise<ProjectDora> {
  const features = await readDaysToProduction(queries, projectId)
  return { features, projectAverage: average(features.map((one) => one.timeToProduction)) ?? 0 }
}
