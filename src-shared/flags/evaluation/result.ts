import type { EvaluatedConstraint, EvaluatedPayload } from './model.ts'

/** Reasons for the result of a flag. */
export const EVALUATION_REASONS = [
  /** The flag does not exist. */
  'unknown-flag',
  /** Turned off in the environment. */
  'disabled',
  /** A parent is not there, or has itself a parent. */
  'parent-unusable',
  /** A parent is off, and must be on. */
  'parent-off',
  /** A parent is on, and must be off. */
  'parent-on',
  /** A parent is on, with none of the variants it must have. */
  'parent-variant',
  /** On, with no strategy to decide for whom. */
  'no-strategies',
  /** On, but no strategy let this context through. */
  'no-strategy-matched',
  /** A strategy let the context through. */
  'strategy-matched',
  /** The default strategy of the project did. */
  'default-strategy-matched',
] as const
export type EvaluationReason = (typeof EVALUATION_REASONS)[number]

/** Source of the variant, or the reason for no variant. */
export type VariantReason = 'flag-off' | 'no-variants' | 'no-weight' | 'strategy' | 'feature' | 'override'

/** The variant as SDKs answer it. */
export interface ChosenVariant {
  name: string
  enabled: boolean
  payload?: EvaluatedPayload
  feature_enabled: boolean
  featureEnabled: boolean
}

export interface ConstraintTrace extends EvaluatedConstraint {
  result: boolean
  /** Value of that field in the context. null: none. */
  contextValue: string | null
  /** Reason that the constraint could not be checked: it counts as not matched. */
  problem?: string
}

export interface SegmentTrace {
  id: number
  name: string | null
  /** False if the segment does not exist. It then matches no context. */
  found: boolean
  result: boolean
  constraints: ConstraintTrace[]
}

/** Result of a gradual rollout. */
export interface RolloutTrace {
  percentage: number
  /** 1 to 100: the context is in when it is not above the percentage; null: it has nothing to be sticky on. */
  position: number | null
  groupId: string
  stickiness: string
  /** The value the position was computed from; null for chance. */
  stickyValue: string | null
}

export interface StrategyTrace {
  id: string | null
  name: string
  title: string | null
  disabled: boolean
  /** `unknown`: the strategy is of a kind that only some SDK of the user's knows. */
  result: boolean | 'unknown'
  constraints: ConstraintTrace[]
  segments: SegmentTrace[]
  /** Result of the strategy itself, without constraints and segments. */
  own: boolean | 'unknown'
  rollout?: RolloutTrace
}

export interface ParentTrace {
  feature: string
  satisfied: boolean
  /** Reason for the result. */
  reason: EvaluationReason | null
}

export interface VariantTrace {
  reason: VariantReason
  stickiness: string | null
  stickyValue: string | null
  /** Position of the context among the weights. `ranges`: the end of each variant's range. */
  position: number | null
  ranges: { name: string; upTo: number }[]
}

export interface EvaluationTrace {
  parents: ParentTrace[]
  strategies: StrategyTrace[]
  variant: VariantTrace
}

/** An evaluation is a value with its reasons, never a bare boolean (docs/architecture.md, idea 3). */
export interface Evaluation {
  name: string
  enabled: boolean
  variant: ChosenVariant
  reason: EvaluationReason
  variantReason: VariantReason
  /** Index of the flag's strategy that let the context through. */
  strategyIndex?: number
  trace?: EvaluationTrace
}

/**
 * The names OpenFeature has for reasons. A percentage below 100 splits; constraints and segments target; what holds for
 * everybody is static; what nothing matched falls to the default.
 */
export type OpenFeatureReason = 'STATIC' | 'DEFAULT' | 'TARGETING_MATCH' | 'SPLIT' | 'DISABLED' | 'ERROR'

/** Reasons of the OpenFeature Remote Evaluation Protocol. */
export type RemoteReason = Exclude<OpenFeatureReason, 'DEFAULT' | 'ERROR'> | 'UNKNOWN'
