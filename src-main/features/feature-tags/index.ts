/** Feature tags: which flag has which tags. */
export { featureTagsHttp } from './feature-tags.http.ts'
export { featureTagsRpc } from './feature-tags.rpc.ts'
export { setFlagTags } from './tag-flag.ts'
