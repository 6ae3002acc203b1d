import type { Query, QueryClient } from '@tanstack/svelte-query'

import { api, type Outputs } from '#lib/api.ts'
import { notifyUndoable } from '#lib/notify.ts'
import { keys } from '#lib/queries.ts'
import { notifyRefusedOrOffer } from '#pages/changes/change-requests/request-change.ts'

interface Place {
  projectId: string
  featureName: string
  environment: string
}

type Found = Outputs['searchFeatures']
type Details = Outputs['getFeature']

const isPage = (data: unknown): data is Found =>
  typeof data === 'object' && data !== null && 'features' in data && Array.isArray(data.features)

/** Shows a flag as enabled or not before the backend has said so; returns the function that takes it back. */
function showEnabled(
  client: QueryClient,
  { projectId, featureName, environment }: Place,
  enabled: boolean,
): () => void {
  const detailsKey = keys.feature(projectId, featureName)
  // others have what they computed of found flags below the same key
  const searches = { queryKey: keys.search, predicate: ({ state }: Query) => isPage(state.data) }
  const pages = client.getQueriesData<Found>(searches)
  const details = client.getQueryData<Details>(detailsKey)
  const set = <E extends { name: string; enabled: boolean }>(environments: E[]) =>
    environments.map((one) => (one.name === environment ? { ...one, enabled } : one))
  client.setQueriesData<Found>(
    searches,
    (found) =>
      found && {
        ...found,
        features: found.features.map((flag) =>
          flag.name === featureName ? { ...flag, environments: set(flag.environments) } : flag,
        ),
      },
  )
  if (details)
    client.setQueryData<Details>(detailsKey, { ...details, environments: set(details.environments) })
  return () => {
    for (const [key, page] of pages) client.setQueryData(key, page)
    client.setQueryData(detailsKey, details)
    // a read that started before the change may return after it
    for (const queryKey of [keys.search, detailsKey]) void client.invalidateQueries({ queryKey })
  }
}

/** Switches a flag: seen at once, taken back with the reason if it is refused; may be undone. */
export async function toggleFeature(client: QueryClient, place: Place, enabled: boolean): Promise<void> {
  const { featureName, environment } = place
  const takeBack = showEnabled(client, place, enabled)
  try {
    if (enabled) await api.toggleFeatureEnvironmentOn.mutate({ params: place })
    else await api.toggleFeatureEnvironmentOff.mutate({ params: place })
  } catch (error) {
    takeBack()
    notifyRefusedOrOffer(
      `Couldn't ${enabled ? 'enable' : 'disable'} ${featureName} in ${environment}`,
      error,
      [{ action: 'updateEnabled', feature: featureName, payload: { enabled } }],
    )
    return
  }
  notifyUndoable(`${featureName} ${enabled ? 'enabled' : 'disabled'} in ${environment}`, () =>
    toggleFeature(client, place, !enabled),
  )
}
