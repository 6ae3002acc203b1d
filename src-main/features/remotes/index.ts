/**
 * Remotes: instances of the service elsewhere. They are asked, and never written to: which version they are, which calls
 * they would refuse, and what their flags are, to be taken over here by a three-way difference (ADR 0020).
 */
export { RemoteInstances } from './remote-instances.ts'
export { remotesHttp } from './remotes.http.ts'
export { remotesRpc } from './remotes.rpc.ts'
