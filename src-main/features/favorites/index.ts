/** Favourites: the flags and projects that a person wants to see first. */
export { favoritesHttp } from './favorites.http.ts'
export { favoritesRpc } from './favorites.rpc.ts'
