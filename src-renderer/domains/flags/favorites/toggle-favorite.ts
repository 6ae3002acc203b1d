import { api } from '#lib/api.ts'
import { notifyRefused, notifyUndoable } from '#lib/notify.ts'

/** A flag, or without its name a project, and whether it is a favourite of the signed-in user. */
export interface Favorite {
  projectId: string
  featureName?: string | undefined
  favorite: boolean
}

/** Makes a flag or a project a favourite, or none any more, and offers Undo for that. */
export async function toggleFavorite({ projectId, featureName, favorite }: Favorite): Promise<void> {
  const name = featureName ?? projectId
  try {
    if (featureName === undefined)
      await (favorite ? api.removeFavoriteProject : api.addFavoriteProject).mutate({ params: { projectId } })
    else
      await (favorite ? api.removeFavoriteFeature : api.addFavoriteFeature).mutate({
        params: { projectId, featureName },
      })
    if (favorite)
      notifyUndoable(`${name} is no longer a favourite`, () =>
        toggleFavorite({ projectId, featureName, favorite: false }),
      )
  } catch (error) {
    notifyRefused(`Couldn't change ${name}`, error)
  }
}
