import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

/** Reads all banners. */
export const bannersQuery = (): {
  queryKey: readonly string[]
  queryFn: () => Promise<Outputs['getBanners']>
} => ({ queryKey: keys.banners, queryFn: () => api.getBanners.query({}) })
