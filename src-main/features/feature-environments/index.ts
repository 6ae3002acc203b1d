/** Feature environments: a flag in one environment, on or off. Switching on sees to it that a strategy is active. */
export { disableFeature, enableFeature } from './enable-feature.ts'
export { featureEnvironmentsHttp } from './feature-environments.http.ts'
export { featureEnvironmentsRpc } from './feature-environments.rpc.ts'
export { bulkToggleFeaturesEnvironmentOff, toggleFeatureEnvironmentOff } from './toggle-off.use-case.ts'
export { bulkToggleFeaturesEnvironmentOn, toggleFeatureEnvironmentOn } from './toggle-on.use-case.ts'
