import { getMirror } from '#shared/clients/contract/edge.ts'
import { api } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'
import { isOffered } from '#lib/rights.svelte.ts'

const REFRESH_MS = 15_000

/** Query of what this instance mirrors. No event tells that the upstream was asked, so it is read now and then. */
export const mirrorQuery = () => ({
  queryKey: keys.mirror,
  queryFn: () => api.getMirror.query({}),
  enabled: isOffered(getMirror),
  refetchInterval: (query: { state: { data?: { url: string | null } | undefined } }) =>
    query.state.data?.url === null ? false : REFRESH_MS,
})
