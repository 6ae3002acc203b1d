/**
 * Impressions: a local sink for the events that SDKs emit for flags with impression data on (document: "Impression
 * events"). The service itself emits none; here one sees what the SDKs said, what they forgot, and why.
 */
export { impressionsHttp } from './impressions.http.ts'
export { impressionsRpc } from './impressions.rpc.ts'
