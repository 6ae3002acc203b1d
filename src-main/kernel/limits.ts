/** What may be created (semantics.md 13). */
export interface Limits {
  featureFlags: number
  featureEnvironmentStrategies: number
  constraints: number
  constraintValues: number
  strategySegments: number
  apiTokens: number
}

export const DEFAULT_LIMITS: Limits = {
  featureFlags: 5000,
  featureEnvironmentStrategies: 30,
  constraints: 30,
  constraintValues: 250,
  strategySegments: 5,
  apiTokens: 2000,
}
