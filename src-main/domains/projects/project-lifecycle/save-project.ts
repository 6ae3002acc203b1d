import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { projectExists } from '#domains/access/access/places.read-model.ts'
import { AppError, exceedsLimit } from '#kernel/app-error.ts'
import type { MutationContext, QueryContext } from '#kernel/use-case.ts'
import { slugOf } from '#shared/projects/rules/slug.ts'
import type { Queries } from '#store/queries.ts'
import { countActiveProjects, type ManagedProject, saveProject } from './project-lifecycle.store.ts'

/** Saves a changed project, with its event. */
export async function saveProjectUpdate(
  context: MutationContext,
  access: AccessDirectory,
  before: ManagedProject,
  after: ManagedProject,
): Promise<void> {
  await saveProject(context.everything, after, context.now.toISOString())
  // visibility changes take effect with the reply
  if (after.mode !== before.mode) access.refreshAfter(context)
  context.record({
    type: 'project-updated',
    project: after.id,
    data: { ...after },
    preData: { ...before },
  })
}

/**
 * The id of a project whose creator named none: made of the name, numbered when taken
 * (docs/contract/projects.md#project-id).
 */
export async function freeProjectId(queries: Queries, name: string): Promise<string> {
  const slug = slugOf(name)
  for (let n = 0; ; n++) {
    const id = n === 0 ? slug : `${slug}-${n}`
    if (!(await projectExists(queries, id))) return id
  }
}

/** Refuses also the id of a deleted project whose events are hidden from the caller: a new one would show them. */
export async function requireFreeId({ hidden }: QueryContext, queries: Queries, id: string): Promise<void> {
  if (hidden.has(id) || (await projectExists(queries, id)))
    throw new AppError('NameExistsError', 'A project with this id already exists.')
}

/**
 * Refuses one active project more than there may be (docs/contract/limits.md#limits); also asked when one is revived.
 */
export async function requireRoomForProject({ everything, limits }: MutationContext): Promise<void> {
  if ((await countActiveProjects(everything)) >= limits.projects)
    throw exceedsLimit('project', limits.projects)
}
