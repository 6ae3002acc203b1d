/**
 * Evaluation: what a flag is for a context, and why. The same rules and hashes as the official SDKs, proven by every
 * case of @unleash/client-specification; used by the frontend API, and by everything that explains.
 */
export { type CompiledFlag } from './compiled/compile-flag.ts'
export { FlagTableBuilder, type FlagTable, type TableEvaluation } from './compiled/flag-table.ts'
export { Compiler } from './compiled/compiler.ts'

export { type ParsedContext } from './compiled/parsed-context.ts'
export { textOf } from './context.ts'
export { evaluateFeature, evaluateFlag } from './evaluate-flag.ts'
export { explainEvaluation } from './explain.ts'

export {
  type EvaluatedConstraint,
  type EvaluatedFeature,
  type EvaluatedSegment,
  type EvaluatedVariant,
  type EvaluationContext,
  type EvaluationSources,
} from './model.ts'
export { environmentOf, presentFields } from './sent-context.ts'
export { openFeatureReason, remoteReason } from './open-feature.ts'
export { matchesValue } from './operators.ts'
export { EVALUATION_REASONS, type Evaluation, type EvaluationTrace } from './result.ts'
