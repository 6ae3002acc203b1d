import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

type Failed = Outputs['getFailedActions']
export type Failure = Failed['failures'][number]
export type FailedCount = Outputs['countFailedActions']

interface Query<T> {
  queryKey: readonly unknown[]
  queryFn: () => Promise<T>
}

/** Reads the number of unresolved failures. */
export const failedCountQuery = (): Query<FailedCount> => ({
  queryKey: [...keys.actions, 'failed', 'count'],
  queryFn: () => api.countFailedActions.query({}),
})

/** Failed executions of a set, or by a signal; newest first. */
export const failedQuery = (of: {
  project?: string
  actionSetId?: string
  signalId?: string
  limit?: string
}): Query<Failed> => ({
  queryKey: [...keys.actions, 'failed', of],
  queryFn: () => api.getFailedActions.query({ query: of }),
})
