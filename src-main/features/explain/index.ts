/**
 * Explain: what a flag is for a context, and why, without asking an SDK. The playground evaluates with the same world,
 * the evaluation log and the impressions name the same reasons.
 */
export {
  readExplainedWorld,
  readPlayedFlags,
  type ExplainedFeature,
  type ExplainedStrategy,
  type ExplainedWorld,
} from './evaluation-world.read-model.ts'
export { explain, outcomeOf, toContext, toWorld } from './explain-flag.ts'
export { explainHttp } from './explain.http.ts'
export { explainRpc } from './explain.rpc.ts'
