export {
  contains,
  isSame,
  overlap,
  Parts,
  pathText,
  toPath,
  type Part,
  type PartChange,
  type Path,
} from './part.ts'
export { pick, type LoggedChange, type Reading } from './reading.ts'
export { requestedUndo } from './requested-undo.ts'
export { collectTarget, applyTargets, Rewind } from './rewind.ts'
export { FLAG_SETTINGS, flagParts, flagPath, STRATEGY_FIELDS } from './flag-changes.ts'
export { LOSSY_TYPES, readingOf, READINGS, REVERSIBLE_TYPES } from './undo-catalogue.ts'
export { WHOLE_FIELDS } from './vocabulary-changes.ts'
