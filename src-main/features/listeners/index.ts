/** Further ports, each answering as a version of the contract (ADR 0019). */
export { listenersHttp } from './listeners.http.ts'
export { listenersRpc } from './listeners.rpc.ts'
export { readListeners } from './listeners.store.ts'
export { ListeningPorts } from './listening-ports.ts'
