/** Applications: who uses flags, with which SDKs and where, and what they ask for that is not there. */
export { applicationsHttp } from './applications.http.ts'
export { applicationsRpc } from './applications.rpc.ts'
export { countInstancesSince, readInstances } from './instances.read-model.ts'
