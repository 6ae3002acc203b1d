export { accessSimulatorHttp } from './access-simulator.http.ts'
export { accessSimulatorRpc } from './access-simulator.rpc.ts'
