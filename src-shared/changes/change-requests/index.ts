/** Change requests as data: their states, who brings them from one into another, and their changes in words. */
export {
  CHANGE_REQUEST_STATES,
  CLOSED_STATES,
  isOneOf,
  OPEN_STATES,
  PENDING_STATES,
  type ChangeRequestState,
} from './states.ts'
export { describeChange, snapshotIn } from './describe-change.ts'
export type { DescribedChange, ChangeContext } from './described-change.ts'
export { judgeTransition, TRANSITIONS, type Party, type TransitionVerdict } from './transitions.ts'
