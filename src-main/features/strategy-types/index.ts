/** Strategy types: the kinds of activation strategies, built in and custom. Custom ones are evaluated by the user's SDKs. */
export { bringFormerStrategyTypes } from './former-strategy-types.ts'
export { strategyTypesHttp } from './strategy-types.http.ts'
export { strategyTypesRpc } from './strategy-types.rpc.ts'
export { findStrategyType, readStrategyTypes } from './strategy-types.store.ts'
