import type { Query } from '@tanstack/svelte-query'

import { MAX_CHANGES } from '#shared/rpc/rpc-transformer.ts'
import { queryClient } from './queries.ts'
import { keysTouchedBy, type Touching } from './touched-keys.ts'

/**
 * Reads the screens again that changes may have touched. Resolves when what is on screen has been read. The stream
 * of changes and the answers of writes both end here; screens never ask for it (ADR 0033).
 */
export async function refreshTouched(changes: readonly Touching[]): Promise<void> {
  if (changes.length > MAX_CHANGES) return queryClient.invalidateQueries()
  await Promise.all(keysTouchedBy(changes).map(readAgain))
}

/** Reads again. A first read under way may have been answered before the change, so it is repeated too. */
async function readAgain(queryKey: readonly string[]): Promise<void> {
  const isFirst = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching'
  const first = queryClient.getQueryCache().findAll({ queryKey, predicate: isFirst })
  const repeated = first.map(async (query) => {
    await query.promise
    await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
  })
  await Promise.allSettled([queryClient.invalidateQueries({ queryKey }), ...repeated])
}
