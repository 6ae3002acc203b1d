import { addFavoriteProject as add } from '#shared/flags/contract/favorites.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireProject } from '#domains/projects/records/projects/projects.store.ts'
import { saveFavoriteProject } from '../../records/favorites/favorites.store.ts'
import { requirePerson } from '../../records/favorites/require-person.ts'

export const addFavoriteProject = mutation(add, async (context, { params: { projectId } }) => {
  const user = requirePerson(context)
  await requireProject(context.queries, projectId)
  if (await saveFavoriteProject(context.queries, user, projectId))
    context.record({ type: 'project-favorited', project: projectId, data: { project: projectId } })
})
