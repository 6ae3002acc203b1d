import { addFavoriteFeature as add } from '#shared/flags/contract/favorites.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireFeature } from '../../records/features/features.store.ts'
import { saveFavoriteFeature } from '../../records/favorites/favorites.store.ts'
import { requirePerson } from '../../records/favorites/require-person.ts'

/**
 * Recorded exchanges flag-relations/favorite-flag and flag-relations/favorite-unknown-flag (whose 500 is a 404 here).
 */
export const addFavoriteFeature = mutation(add, async (context, { params }) => {
  const user = requirePerson(context)
  const { name, project } = await requireFeature(context.visible, params.projectId, params.featureName)
  if (await saveFavoriteFeature(context.queries, user, name))
    context.record({ type: 'feature-favorited', project, featureName: name, data: { feature: name } })
})
