/**
 * Signal endpoints: the places that other systems send signals to, and the tokens that they come with
 * (docs/contract/signals.md#records, docs/contract/signals.md#endpoints). What they send is another area's: signals.
 */
export { SIGNAL_TOKEN_PREFIX, SignalEndpointDirectory } from './signal-endpoint-directory.ts'
export {
  findSignalEndpoint,
  readSignalEndpoints,
  type StoredSignalEndpoint,
} from './signal-endpoints.store.ts'
export { signalEndpointsHttp } from './signal-endpoints.http.ts'
export { signalEndpointsRpc } from './signal-endpoints.rpc.ts'
