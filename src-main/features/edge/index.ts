/** Edge: what a proxy needs that stands in front and answers SDKs itself: to check tokens, to get some, to report. */
export { edgeHttp } from './edge.http.ts'
export { EdgeGate } from './hmac.ts'
