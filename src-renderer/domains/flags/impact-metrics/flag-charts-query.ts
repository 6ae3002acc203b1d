import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

type Charts = Outputs['getFlagImpactMetricsConfigsByFeature']

/** Reads the impact charts of a flag. */
export const flagChartsQuery = (
  projectId: string,
  featureName: string,
): { queryKey: readonly string[]; queryFn: () => Promise<Charts> } => ({
  queryKey: keys.featureExtra(featureName, 'impact-charts'),
  queryFn: () => api.getFlagImpactMetricsConfigsByFeature.query({ params: { projectId, featureName } }),
})
