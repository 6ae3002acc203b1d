import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

type Remotes = Outputs['getRemotes']
export type Remote = Remotes['remotes'][number]
export type Check = Outputs['checkRemote']
export type Preview = Outputs['previewRemotePull']
export type MergedFlag = Preview['flags'][number]
export type Difference = MergedFlag['differences'][number]

export const remotesQuery = (): { queryKey: readonly string[]; queryFn: () => Promise<Remotes> } => ({
  queryKey: keys.remotes,
  queryFn: () => api.getRemotes.query({}),
})
