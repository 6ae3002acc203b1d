/** Links: where more about a flag is to be found, an issue, a document. */
export { linksHttp } from './links.http.ts'
export { linksRpc } from './links.rpc.ts'
