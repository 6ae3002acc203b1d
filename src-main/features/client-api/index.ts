/**
 * Client API: what backend SDKs live on. Polls are answered from memory by revision; a change is visible as soon as its
 * write is acknowledged.
 */
export { clientApiHttp, toPollReply } from './client-api.http.ts'
export { ClientApi } from './client-api.ts'
export { ClientConfiguration } from './client-configuration.ts'
export { worldOf } from './world-of.ts'
export {
  readConfiguredFeatures,
  readSegments as readConfiguredSegments,
} from './client-features.read-model.ts'
export { inlineSegments, selectFeatures } from './client-features.ts'
export { toClientQuery } from './client-query.ts'
export { answerPoll, type ClientFeaturesAnswer } from './get-client-features.use-case.ts'
