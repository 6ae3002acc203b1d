import { z } from 'zod'
import { PathPart } from '../schemas/bounded.ts'

/** The path parameters that many operations share. */
export const ProjectParams = z.object({ projectId: PathPart })
export const FeatureParams = ProjectParams.extend({ featureName: PathPart })
export const EnvironmentParams = FeatureParams.extend({ environment: PathPart })
export const StrategyParams = EnvironmentParams.extend({ strategyId: PathPart })
