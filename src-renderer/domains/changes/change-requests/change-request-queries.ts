import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

export type ChangeRequest = Outputs['getChangeRequest']
export type ShownFlag = ChangeRequest['features'][number]
export type ShownChange = ShownFlag['changes'][number]

interface Query<T> {
  queryKey: readonly string[]
  queryFn: () => Promise<T>
}

/** Counts a project's requests that the signed-in user can approve or apply. */
export const actionableQuery = (projectId: string): Query<Outputs['getActionableChangeRequests']> => ({
  queryKey: [...keys.changeRequestsOf(projectId), 'actionable'],
  queryFn: () => api.getActionableChangeRequests.query({ params: { projectId } }),
})

export const changeRequestQuery = (projectId: string, id: string): Query<ChangeRequest> => ({
  queryKey: keys.changeRequest(projectId, id),
  queryFn: () => api.getChangeRequest.query({ params: { projectId, id } }),
})

/** Reads what policies and expectations have against a request. */
export const checksQuery = ({ project, id }: ChangeRequest): Query<Outputs['checkChangeRequest']> => ({
  queryKey: [...keys.changeRequest(project, String(id)), 'checks'],
  queryFn: () => api.checkChangeRequest.query({ params: { id: String(id) } }),
})

/** Reads the open requests that change a flag. */
export const requestsOfFlagQuery = (
  projectId: string,
  featureName: string,
): Query<Outputs['getPendingChangeRequestsForFeature']> => ({
  queryKey: [...keys.changeRequestsOf(projectId), 'flag', featureName],
  queryFn: () => api.getPendingChangeRequestsForFeature.query({ params: { projectId, featureName } }),
})

/** Reads the requests that wait for the signed-in user, in all projects. */
export const waitingQuery = (): Query<Outputs['getWaitingChangeRequests']> => ({
  queryKey: [...keys.changeRequests, 'waiting'],
  queryFn: () => api.getWaitingChangeRequests.query({}),
})

/** Reads the user's own requests of a project that still accept changes. */
export const pendingQuery = (projectId: string): Query<Outputs['getPendingChangeRequests']> => ({
  queryKey: [...keys.changeRequestsOf(projectId), 'pending'],
  queryFn: () => api.getPendingChangeRequests.query({ params: { projectId } }),
})

/** Reads the users asked to review a request. */
export const reviewersQuery = (projectId: string, id: number): Query<Outputs['getRequestedApprovers']> => ({
  queryKey: [...keys.changeRequest(projectId, String(id)), 'reviewers'],
  queryFn: () => api.getRequestedApprovers.query({ params: { projectId, id: String(id) } }),
})
