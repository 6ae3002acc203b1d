import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

type Addons = Outputs['getAddons']

/** Reads the integrations, and what kinds there can be. */
export const addonsQuery = (): { queryKey: readonly string[]; queryFn: () => Promise<Addons> } => ({
  queryKey: keys.integrations,
  queryFn: () => api.getAddons.query({}),
})
