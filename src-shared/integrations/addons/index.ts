/** Integrations ("addons"): what kinds there are, what each is told, and what of it is secret. Pure. */
export { ALL_ADDON_EVENTS, FLAG_EVENTS } from './addon-events.ts'
export { MASK, maskParameters, unmaskParameters, type AddonParameters } from './mask.ts'
export { isAll, matchesAddon, type AddonFilter, type FilteredEvent } from './matches.ts'
export type { AddonParameter, AddonProvider } from './provider.ts'
export { ADDON_PROVIDERS, findProvider } from './providers.ts'
