import { CONTRACT_VERSION } from '#shared/versions/rules/contract-version.ts'
import { UNKNOWN_VERSION } from '#shared/versions/rules/offered-elsewhere.ts'
import { api, type Outputs } from './api.ts'
import { keys } from './queries.ts'

/** Status of the instance: its configuration and current state. */
export type Status = Outputs['status']

/** The version by which the instance answers; while it is not known, the one that this app has. */
export function servedVersion(status: Status | undefined): string {
  const version = status?.strict ?? status?.contractVersion ?? UNKNOWN_VERSION
  return version === UNKNOWN_VERSION ? CONTRACT_VERSION : version
}

/** Reads the configuration and current state of the instance. */
export const statusQuery = (): { queryKey: readonly string[]; queryFn: () => Promise<Status> } => ({
  queryKey: keys.status,
  queryFn: () => api.status.query(),
})
