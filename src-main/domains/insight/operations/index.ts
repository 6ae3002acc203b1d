// Written by scripts/list-operations.mjs: the areas of this domain.
export * from './expectations.ts'
export * from './instance-insights.ts'
export * from './playground.ts'
export * from './rollout-overlap.ts'
