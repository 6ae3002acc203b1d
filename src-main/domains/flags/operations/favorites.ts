import { requireProject } from '#domains/projects/projects/projects.store.ts'
import { AppError } from '#kernel/app-error.ts'
import { personOf } from '#kernel/caller.ts'
import { mutation, type QueryContext } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/favorites.ts'
import {
  deleteFavoriteFeature,
  deleteFavoriteProject,
  saveFavoriteFeature,
  saveFavoriteProject,
} from '../features/favorites.store.ts'
import { requireFeature } from '../features/features.store.ts'

/** Favourites are a person's: an API token has none, and is told so (the original answers 500). */
function requirePerson({ caller: { actor } }: QueryContext): number {
  const person = personOf(actor)
  if (person !== undefined) return person
  throw new AppError('InvalidOperationError', 'Favorites belong to a user. An API token has none.')
}

/**
 * Recorded exchanges flag-relations/favorite-flag and flag-relations/favorite-unknown-flag (whose 500 is a 404 here).
 */
export const addFavoriteFeature = mutation(contract.addFavoriteFeature, async (context, { params }) => {
  const user = requirePerson(context)
  const { name, project } = await requireFeature(context.visible, params.projectId, params.featureName)
  if (await saveFavoriteFeature(context.everything, user, name))
    context.record({ type: 'feature-favorited', project, featureName: name, data: { feature: name } })
})

export const removeFavoriteFeature = mutation(contract.removeFavoriteFeature, async (context, { params }) => {
  const user = requirePerson(context)
  const { name, project } = await requireFeature(context.visible, params.projectId, params.featureName)
  if (await deleteFavoriteFeature(context.everything, user, name))
    context.record({ type: 'feature-unfavorited', project, featureName: name, data: { feature: name } })
})

export const addFavoriteProject = mutation(
  contract.addFavoriteProject,
  async (context, { params: { projectId } }) => {
    const user = requirePerson(context)
    await requireProject(context.everything, projectId)
    if (await saveFavoriteProject(context.everything, user, projectId))
      context.record({ type: 'project-favorited', project: projectId, data: { project: projectId } })
  },
)

export const removeFavoriteProject = mutation(
  contract.removeFavoriteProject,
  async (context, { params: { projectId } }) => {
    const user = requirePerson(context)
    await requireProject(context.everything, projectId)
    if (await deleteFavoriteProject(context.everything, user, projectId))
      context.record({ type: 'project-unfavorited', project: projectId, data: { project: projectId } })
  },
)
