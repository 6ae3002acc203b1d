/** Change requests as data: their states, and who brings them from one into another. */
export {
  CHANGE_REQUEST_STATES,
  CLOSED_STATES,
  isOneOf,
  OPEN_STATES,
  PENDING_STATES,
  type ChangeRequestState,
} from './states.ts'
export { judgeTransition, TRANSITIONS, type Party, type TransitionVerdict } from './transitions.ts'
