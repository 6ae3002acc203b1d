/** Links: where more about a flag is to be found, an issue, a document. */
export { addLink } from './change-links.use-case.ts'
export { linksHttp } from './links.http.ts'
export { linksRpc } from './links.rpc.ts'
export { readLinks } from './links.store.ts'
