// Written by scripts/list-operations.mjs: the areas of this domain.
export * from './import-export.ts'
export * from './remotes.ts'
export * from './scenario.ts'
export * from './snapshots.ts'
