/**
 * Comparison with a remote instance: compatibility of requests, and the changes that a pull of its flags
 * makes here.
 */
export { compatibilityWith } from './compatibility.ts'
export { toExport, toFlagStates, type FlagState, type FlagStates } from './flag-state.ts'
export { mergeFlags, openConflicts, type MergedFlag } from './merge-flags.ts'
