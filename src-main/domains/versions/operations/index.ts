// Written by scripts/list-operations.mjs: the areas of this domain.
export * from './former-access.ts'
export * from './former-clients.ts'
export * from './former-events.ts'
export * from './former-flags.ts'
export * from './former-instance.ts'
export * from './former-variants.ts'
export * from './listeners.ts'
export * from './upgrade-report.ts'
