import { api, type Outputs } from './api.ts'
import { keys } from './queries.ts'

/** Status of the instance: its configuration and current state. */
export type Status = Outputs['status']

/** Reads the configuration and current state of the instance. */
export const statusQuery = (): { queryKey: readonly string[]; queryFn: () => Promise<Status> } => ({
  queryKey: keys.status,
  queryFn: () => api.status.query(),
})
