/** Feature types: what flags are for, and how long one of a type is expected to live. */
export { featureTypesHttp } from './feature-types.http.ts'
export { featureTypesRpc } from './feature-types.rpc.ts'
