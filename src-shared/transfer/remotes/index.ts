/**
 * Comparison with a remote instance: compatibility of requests, and the changes that a pull of its flags
 * makes here.
 */
export { compatibilityWith, type Compatibility, type MissingOperation } from './compatibility.ts'
export {
  FLAG_PROPERTIES,
  isSame,
  toExport,
  toFlagStates,
  type FlagProperty,
  type FlagState,
  type FlagStates,
} from './flag-state.ts'
export {
  mergeFlags,
  openConflicts,
  type Choice,
  type Choices,
  type FlagAction,
  type Difference,
  type MergedFlag,
  type Side,
} from './merge-flags.ts'
