// Written by scripts/list-operations.mjs: one line per operation of this domain.
export { explainFlagWithPost } from './explain/explain-flag-with-post.ts'
export { explainFlag } from './explain/explain-flag.ts'
export { getInstanceInsights } from './instance-insights/get-instance-insights.ts'
export { getLifecycleTrends } from './instance-insights/get-lifecycle-trends.ts'
export { getAdvancedPlayground } from './playground/get-advanced-playground.ts'
export { getPlayground } from './playground/get-playground.ts'
export { surveyPlayground } from './playground/survey-playground.ts'
