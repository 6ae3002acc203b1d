// Written by scripts/list-operations.mjs: the areas of this domain.
export * from './environment-lifecycle.ts'
export * from './environments.ts'
export * from './personal-dashboard.ts'
export * from './project-access.ts'
export * from './project-environments.ts'
export * from './project-insights.ts'
export * from './project-lifecycle.ts'
export * from './project-tokens.ts'
