/** Context: the fields that constraints and stickiness can use, with the values that are legal for each. */
export { contextHttp } from './context.http.ts'
export { contextRpc } from './context.rpc.ts'
