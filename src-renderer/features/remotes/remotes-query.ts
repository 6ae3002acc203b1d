import { api, type Outputs } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'

type Remotes = Outputs['remotes']['list']
export type Remote = Remotes['remotes'][number]
export type Check = Outputs['remotes']['check']
export type Preview = Outputs['remotes']['previewPull']
export type MergedFlag = Preview['flags'][number]
export type Difference = MergedFlag['differences'][number]

export const remotesQuery = (): { queryKey: readonly string[]; queryFn: () => Promise<Remotes> } => ({
  queryKey: keys.remotes,
  queryFn: () => api.remotes.list.query({}),
})
