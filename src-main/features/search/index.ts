/** Search: finding flags over all projects by all that they have. The search of events belongs to the events. */
export { findFlags } from './search-features.use-case.ts'
export { searchHttp } from './search.http.ts'
export { searchRpc } from './search.rpc.ts'
export { MAX_LIMIT, type SearchFilter } from './search-filter.ts'
