/** Integrations ("addons"): what kinds there are, what each is told, and what of it is secret. Pure. */

export { MASK, maskParameters, unmaskParameters, type AddonParameters } from './mask.ts'
export { isAll, type AddonFilter } from './matches.ts'
export type { AddonParameter, AddonProvider } from './provider.ts'
export { ADDON_PROVIDERS, findProvider } from './providers.ts'
