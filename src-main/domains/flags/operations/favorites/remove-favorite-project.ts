import { removeFavoriteProject as remove } from '#shared/flags/contract/favorites.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireProject } from '#domains/projects/records/projects/projects.store.ts'
import { deleteFavoriteProject } from '../../records/favorites/favorites.store.ts'
import { requirePerson } from '../../records/favorites/require-person.ts'

export const removeFavoriteProject = mutation(remove, async (context, { params: { projectId } }) => {
  const user = requirePerson(context)
  await requireProject(context.queries, projectId)
  if (await deleteFavoriteProject(context.queries, user, projectId))
    context.record({ type: 'project-unfavorited', project: projectId, data: { project: projectId } })
})
