import { api, type Outputs } from './api.ts'
import { keys } from './queries.ts'

/** What the instance is and how it is at present. */
export type Status = Outputs['status']

/** Reads what the instance is and how it is at present. */
export const statusQuery = (): { queryKey: readonly string[]; queryFn: () => Promise<Status> } => ({
  queryKey: keys.status,
  queryFn: () => api.status.query(),
})
