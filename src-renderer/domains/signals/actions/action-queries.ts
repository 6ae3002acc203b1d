import { api } from '../../../lib/api.ts'
import { keys } from '../../../lib/queries.ts'

/** The action sets of a project, and what new ones are made of. */
export const actionsQuery = (projectId: string) => ({
  queryKey: keys.actionsOf(projectId),
  queryFn: () => api.getActionsOverview.query({ params: { projectId } }),
})

/** What can be chosen for the parameters of actions. */
export const definitionsQuery = (projectId: string) => ({
  queryKey: [...keys.actionsOf(projectId), 'definitions'],
  queryFn: () => api.getActionDefinitions.query({ params: { projectId } }),
})

const SAMPLES = 20
const NEW_SIGNALS_MS = 5000

/** The latest signals of an endpoint: what filters are tried on, and what paths are learnt from. */
export const samplesQuery = (endpointId: string) => ({
  queryKey: [...keys.actions, 'samples', endpointId],
  queryFn: () => api.searchSignals.query({ query: { endpoint: endpointId, limit: String(SAMPLES) } }),
  enabled: endpointId !== '',
  refetchInterval: NEW_SIGNALS_MS,
})

export const QUEUE_MS = 5000
