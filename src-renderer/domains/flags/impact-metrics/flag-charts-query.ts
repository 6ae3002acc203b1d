import { getFlagImpactMetricsConfigsByFeature } from '#shared/flags/contract/impact-metrics.ts'
import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'
import { isOffered } from '#lib/rights.svelte.ts'

type Charts = Outputs['getFlagImpactMetricsConfigsByFeature']

/** Reads the impact charts of a flag, from services that have some. */
export const flagChartsQuery = (
  projectId: string,
  featureName: string,
): { queryKey: readonly string[]; queryFn: () => Promise<Charts>; enabled: boolean } => ({
  queryKey: keys.featureExtra(featureName, 'impact-charts'),
  queryFn: () => api.getFlagImpactMetricsConfigsByFeature.query({ params: { projectId, featureName } }),
  enabled: isOffered(getFlagImpactMetricsConfigsByFeature),
})
