import { api } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

/** Reads the action sets of a project, and the choices for new ones. */
export const actionsQuery = (projectId: string) => ({
  queryKey: keys.actionsOf(projectId),
  queryFn: () => api.getActionsOverview.query({ params: { projectId } }),
})

/** Reads the possible values for the parameters of actions. */
export const definitionsQuery = (projectId: string) => ({
  queryKey: [...keys.actionsOf(projectId), 'definitions'],
  queryFn: () => api.getActionDefinitions.query({ params: { projectId } }),
})

const SAMPLES = 20
const NEW_SIGNALS_MS = 5000

/** Reads the latest signals of an endpoint, to test filters and suggest paths. */
export const samplesQuery = (endpointId: string) => ({
  queryKey: [...keys.actions, 'samples', endpointId],
  queryFn: () => api.searchSignals.query({ query: { endpoint: endpointId, limit: String(SAMPLES) } }),
  enabled: endpointId !== '',
  refetchInterval: NEW_SIGNALS_MS,
})

export const QUEUE_MS = 5000
