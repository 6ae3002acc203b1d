/** Actions as data: the parameters and the permissions that each kind needs. */
export { ACTION_KINDS, PARAMETER_WORDS, type ParameterName } from './action-kinds.ts'
export { describeAction } from './describe-action.ts'
