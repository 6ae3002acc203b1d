import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

type Metrics = Outputs['getRawFeatureMetrics']

/** Reads the evaluations of a flag in the last hours, once a minute. */
export const metricsQuery = (
  featureName: string,
  hoursBack: string,
): { queryKey: readonly string[]; queryFn: () => Promise<Metrics>; refetchInterval: number } => ({
  queryKey: [...keys.featureExtra(featureName, 'metrics'), hoursBack],
  queryFn: () => api.getRawFeatureMetrics.query({ params: { name: featureName }, query: { hoursBack } }),
  refetchInterval: 60_000,
})
