import type { DeprecatedProjectOverview } from '#shared/projects/schemas/project-insights.ts'
import { personOf } from '#kernel/caller.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { overviewOf } from '#domains/projects/project-insights/project-overview.ts'
import { listFeatures } from './feature-list.read-model.ts'

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
  const features = await listFeatures(context.visible, projectId, user === undefined ? {} : { user })
  return { ...project, features }
}
