import { removeFavoriteFeature as remove } from '#shared/flags/contract/favorites.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireFeature } from '../../records/features/features.store.ts'
import { deleteFavoriteFeature } from '../../records/favorites/favorites.store.ts'
import { requirePerson } from '../../records/favorites/require-person.ts'

export const removeFavoriteFeature = mutation(remove, async (context, { params }) => {
  const user = requirePerson(context)
  const { name, project } = await requireFeature(context.visible, params.projectId, params.featureName)
  if (await deleteFavoriteFeature(context.queries, user, name))
    context.record({ type: 'feature-unfavorited', project, featureName: name, data: { feature: name } })
})
