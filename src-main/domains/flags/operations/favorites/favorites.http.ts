import { bind } from '../../../../transport/http/bind.ts'
import { addFavoriteFeature } from './add-favorite-feature.ts'
import { removeFavoriteFeature } from './remove-favorite-feature.ts'
import { addFavoriteProject } from './add-favorite-project.ts'
import { removeFavoriteProject } from './remove-favorite-project.ts'

export const favoritesHttp = [
  bind(addFavoriteFeature),
  bind(removeFavoriteFeature),
  bind(addFavoriteProject),
  bind(removeFavoriteProject),
]
