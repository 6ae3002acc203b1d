/**
 * The access simulator: what somebody may do, who may do something, and what a change of access would do, answered by
 * the same pure decision that guards every operation, without doing anything.
 */
export { accessSimulatorHttp } from './access-simulator.http.ts'
export { accessSimulatorRpc } from './access-simulator.rpc.ts'
