import { contextValue } from './context.ts'
import { variantPosition } from './hash.ts'
import type { EvaluatedVariant, EvaluationContext, EvaluationSources } from './model.ts'
import type { VariantReason, VariantTrace } from './result.ts'

const STICKY_FIELDS = ['userId', 'sessionId', 'remoteAddress'] as const
const CHANCE_STEPS = 100_000

/** Random value that variants are sticky on, from a number in [0, 1). */
export const randomVariantValue = (random: number) => String(Math.round(random * CHANCE_STEPS))

export interface VariantChoice {
  variant: EvaluatedVariant | null
  reason: VariantReason
  stickiness: string
  /** null: chance decided, or nothing had to be decided. */
  stickyValue: string | null
  position: number | null
}

/** Chooses one of a set of variants by weight, the same for the same user; an override goes before (as in the SDKs). */
export function chooseVariant(
  variants: readonly EvaluatedVariant[],
  {
    groupId,
    stickiness = 'default',
    source,
  }: { groupId: string; stickiness?: string; source: 'strategy' | 'feature' },
  context: EvaluationContext,
  sources: EvaluationSources,
): VariantChoice {
  const undecided = { variant: null, stickiness, stickyValue: null, position: null }
  const total = variants.reduce((sum, variant) => sum + variant.weight, 0)
  if (total <= 0) return { ...undecided, reason: variants.length === 0 ? 'no-variants' : 'no-weight' }
  const overridden = variants.find((variant) =>
    variant.overrides?.some(({ contextName, values }) =>
      values.some((value) => value === contextValue(context, contextName)),
    ),
  )
  if (overridden) return { ...undecided, variant: overridden, reason: 'override' }

  const sticky = stickyValueOf(context, stickiness)
  const position = variantPosition(groupId, sticky ?? randomVariantValue(sources.random()), total)
  let end = 0
  const variant = variants.find(({ weight }) => {
    end += weight
    return weight > 0 && end >= position
  })
  return { variant: variant ?? null, reason: source, stickiness, stickyValue: sticky ?? null, position }
}

function stickyValueOf(context: EvaluationContext, stickiness: string): string | undefined {
  if (stickiness !== 'default') return contextValue(context, stickiness) || undefined
  const field = STICKY_FIELDS.find((name) => typeof context[name] === 'string' && context[name] !== '')
  return field === undefined ? undefined : context[field]
}

/** The choice, with where each variant ends among the weights. */
export function traceChoice(variants: readonly EvaluatedVariant[], choice: VariantChoice): VariantTrace {
  let end = 0
  const { reason, stickyValue, position } = choice
  const ranges = variants.map(({ name, weight }) => ({ name, upTo: (end += weight) }))
  return { reason, stickiness: variants.length > 0 ? choice.stickiness : null, stickyValue, position, ranges }
}
