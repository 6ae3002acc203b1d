import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import { addFavoriteFeature } from './add-favorite-feature.ts'
import { removeFavoriteFeature } from './remove-favorite-feature.ts'
import { addFavoriteProject } from './add-favorite-project.ts'
import { removeFavoriteProject } from './remove-favorite-project.ts'

export const favoritesRpc = router({
  addFeature: mutationOf(addFavoriteFeature),
  removeFeature: mutationOf(removeFavoriteFeature),
  addProject: mutationOf(addFavoriteProject),
  removeProject: mutationOf(removeFavoriteProject),
})
