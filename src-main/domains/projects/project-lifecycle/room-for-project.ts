import { AppError, exceedsLimit } from '#kernel/app-error.ts'
import type { MutationContext, QueryContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { projectExists } from '#domains/access/places/places.read-model.ts'
import { countActiveProjects } from './project-lifecycle.store.ts'

/** Refuses also the id of a deleted project whose events are hidden from the caller: a new one would show them. */
export async function requireFreeId({ hidden }: QueryContext, queries: Queries, id: string): Promise<void> {
  if (hidden.has(id) || (await projectExists(queries, id)))
    throw new AppError('NameExistsError', 'A project with this id already exists.')
}

/**
 * Refuses one active project more than there may be (docs/contract/limits.md#limits); also asked when one is revived.
 */
export async function requireRoomForProject({ queries, limits }: MutationContext): Promise<void> {
  if ((await countActiveProjects(queries)) >= limits.projects) throw exceedsLimit('project', limits.projects)
}
