import { notFound, type AppError } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { StoredFeature } from '../features/feature.ts'
import { deleteDependencies, inEvents, readParents } from './dependencies.store.ts'

/** Takes all parents off a flag (recorded exchange flag-relations/dependency-delete-all); where there are none, 404. */
export async function removeDependencies(context: MutationContext, child: StoredFeature): Promise<void> {
  const parents = await readParents(context.queries, child.name)
  if ((await deleteDependencies(context.queries, child.name)) === 0) throw nothingToRemove(child)
  context.record({
    type: 'feature-dependencies-removed',
    project: child.project,
    featureName: child.name,
    preData: { dependencies: parents.map(inEvents) },
  })
}

export const nothingToRemove = ({ name, project }: StoredFeature): AppError =>
  notFound(`Feature "${name}" has no dependencies to remove in project "${project}".`)
