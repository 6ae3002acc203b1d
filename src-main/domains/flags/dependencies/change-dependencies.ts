import { AppError, notFound } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import type { StoredFeature } from '../features/feature.ts'
import { childrenOf, findFeature } from '../features/features.store.ts'
import {
  deleteDependencies,
  type Dependency,
  inEvents,
  readParents,
  saveDependency,
} from './dependencies.store.ts'

const refused = (message: string) => new AppError('InvalidOperationError', message)

/** Makes a flag depend on a parent. */
export async function addDependency(
  context: MutationContext,
  child: StoredFeature,
  dependency: Dependency,
): Promise<void> {
  const { everything } = context
  const { parent: name, enabled, variants } = dependency
  await requireDependable(context.visible, child, name)
  const before = (await readParents(everything, child.name)).find((one) => one.parent === name)
  await saveDependency(everything, child.name, dependency)
  context.record({
    type: 'feature-dependency-added',
    project: child.project,
    featureName: child.name,
    data: { feature: name, name, enabled, variants },
    ...(before ? { preData: inEvents(before) } : {}),
  })
}

/** Dependencies are one level deep and within a project (docs/contract/flags.md#dependencies). */
export async function requireDependable(queries: Queries, child: StoredFeature, name: string): Promise<void> {
  if (name === child.name) throw refused('A feature flag cannot depend on itself.')
  if ((await childrenOf(queries, child.name)).length > 0) {
    throw refused(
      'Transitive dependency detected. Cannot add a dependency to the feature that other features depend on.',
    )
  }
  const parent = await findFeature(queries, name)
  if (!parent || parent.archivedAt !== null) throw refused(`No active feature ${name} exists`)
  if (parent.project !== child.project)
    throw refused('Parent and child features should be in the same project')
  if ((await readParents(queries, name)).length > 0) {
    throw refused(
      'Transitive dependency detected. Cannot add a dependency to the feature that has parent dependency.',
    )
  }
}

/** Takes all parents off a flag (recorded exchange flag-relations/dependency-delete-all); where there are none, 404. */
export async function removeDependencies(context: MutationContext, child: StoredFeature): Promise<void> {
  const parents = await readParents(context.everything, child.name)
  if ((await deleteDependencies(context.everything, child.name)) === 0) throw nothingToRemove(child)
  context.record({
    type: 'feature-dependencies-removed',
    project: child.project,
    featureName: child.name,
    preData: { dependencies: parents.map(inEvents) },
  })
}

export const nothingToRemove = ({ name, project }: StoredFeature): AppError =>
  notFound(`Feature "${name}" has no dependencies to remove in project "${project}".`)
