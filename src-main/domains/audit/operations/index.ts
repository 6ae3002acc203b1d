// Written by scripts/list-operations.mjs: the areas of this domain.
export * from './events.ts'
export * from './past.ts'
export * from './undo.ts'
