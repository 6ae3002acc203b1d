// Written by scripts/list-operations.mjs: the areas of this domain.
export * from './blast-radius.ts'
export * from './change-request-checks.ts'
export * from './change-request-joining.ts'
export * from './change-request-review.ts'
export * from './change-request-settings.ts'
export * from './change-requests.ts'
export * from './policies.ts'
