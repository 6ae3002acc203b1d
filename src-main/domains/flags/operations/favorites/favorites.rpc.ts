import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import { addFavoriteFeature, removeFavoriteFeature } from './favorite-features.use-case.ts'
import { addFavoriteProject, removeFavoriteProject } from './favorite-projects.use-case.ts'

export const favoritesRpc = router({
  addFeature: mutationOf(addFavoriteFeature),
  removeFeature: mutationOf(removeFavoriteFeature),
  addProject: mutationOf(addFavoriteProject),
  removeProject: mutationOf(removeFavoriteProject),
})
