import { bind } from '../../../../transport/http/bind.ts'
import { addFavoriteFeature, removeFavoriteFeature } from './favorite-features.use-case.ts'
import { addFavoriteProject, removeFavoriteProject } from './favorite-projects.use-case.ts'

export const favoritesHttp = [
  bind(addFavoriteFeature),
  bind(removeFavoriteFeature),
  bind(addFavoriteProject),
  bind(removeFavoriteProject),
]
