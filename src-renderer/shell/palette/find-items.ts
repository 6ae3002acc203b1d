import { searchEverything } from '#shared/flags/contract/search.ts'
import type { FoundItem } from '#shared/flags/schemas/found-item.ts'
import { api } from '#lib/api.ts'
import { isOffered } from '#lib/rights.svelte.ts'

/** Most flags that are asked for where nothing else is found. */
const MOST_FLAGS = '20'

/** Finds everything by its name, until the signal ends it; at a service that only searches flags, those. */
export async function findItems(query: string, signal: AbortSignal): Promise<FoundItem[]> {
  if (isOffered(searchEverything))
    return (await api.searchEverything.query({ query: { query } }, { signal })).items
  const { features } = await api.searchFeatures.query({ query: { query, limit: MOST_FLAGS } }, { signal })
  return features.map(({ name, project }) => ({ kind: 'flag', id: name, name, project, note: null }))
}
