/** Search: finding flags over all projects by all that they have. The search of events belongs to the events. */
export { searchHttp } from './search.http.ts'
export { searchRpc } from './search.rpc.ts'
