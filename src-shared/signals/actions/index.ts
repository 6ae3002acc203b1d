/** Actions as data: what each kind needs to be told, and what it needs to be allowed. */
export { ACTION_KINDS, PARAMETER_WORDS, type ActionKind, type ParameterName } from './action-kinds.ts'
export { describeAction } from './describe-action.ts'
