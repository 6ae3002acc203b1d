/** Change requests as data: their states, who brings them from one into another, and their changes in words. */
export {
  CHANGE_REQUEST_STATES,
  CLOSED_STATES,
  isOneOf,
  OPEN_STATES,
  PENDING_STATES,
  type ChangeRequestState,
} from './states.ts'
export { describeChange } from './describe-change.ts'
export { linesInWords } from './lines-in-words.ts'
export type { ChangeContext } from './described-change.ts'
export { judgeTransition, type Party } from './transitions.ts'
