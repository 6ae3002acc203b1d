// Written by scripts/list-operations.mjs: the areas of this domain.
export * from './action-execution.ts'
export * from './action-rules.ts'
export * from './actions.ts'
export * from './failed-actions.ts'
export * from './senders.ts'
export * from './signal-endpoints.ts'
export * from './signals.ts'
