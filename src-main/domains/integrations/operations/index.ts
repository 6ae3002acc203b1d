// Written by scripts/list-operations.mjs: the areas of this domain.
export * from './addons.ts'
