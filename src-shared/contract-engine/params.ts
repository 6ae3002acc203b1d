import { z } from 'zod'

/** The path parameters that many operations share. */
export const ProjectParams = z.object({ projectId: z.string() })
export const FeatureParams = ProjectParams.extend({ featureName: z.string() })
export const EnvironmentParams = FeatureParams.extend({ environment: z.string() })
export const StrategyParams = EnvironmentParams.extend({ strategyId: z.string() })
