import { VARIANT_SEED } from '../hash.ts'
import type { EvaluatedVariant } from '../model.ts'
import type { VariantReason } from '../result.ts'
import { randomVariantValue } from '../variants.ts'
import type { FieldSlots, ParsedContext } from './parsed-context.ts'
import { HashPrefix } from './hash-prefix.ts'

/** A set of variants, ready to choose from by their index. */
export type VariantChooser = {
  /** Says why it is this variant, or none; not of those that an override chooses. */
  readonly reason: VariantReason
} & (
  | { /** Every context gets this one, or `NONE`. */ readonly always: number }
  | {
      readonly always?: never
      readonly byWeight: Choose
      /** Returns `NONE` if no override is for the context. */
      readonly byOverride: Choose | undefined
    }
)

type Choose = (subject: ParsedContext) => number

interface Sticking {
  groupId: string
  stickiness: string
  source: 'strategy' | 'feature'
}

export const NONE = -1

/** Compiles a set of variants: weights become ranges, the group is hashed once. */
export function compileVariants(
  variants: readonly EvaluatedVariant[],
  { groupId, stickiness, source }: Sticking,
  fields: FieldSlots,
): VariantChooser {
  const total = variants.reduce((sum, variant) => sum + variant.weight, 0)
  if (total <= 0) return { always: NONE, reason: variants.length === 0 ? 'no-variants' : 'no-weight' }
  const byOverride = compileOverrides(variants, fields)
  const [only = NONE, ...others] = variants.flatMap(({ weight }, index) => (weight === 0 ? [] : [index]))
  if (others.length > 0)
    return {
      byWeight: compileWeights(variants, total, { groupId, stickiness }, fields),
      byOverride,
      reason: source,
    }
  return byOverride ? { byWeight: () => only, byOverride, reason: source } : { always: only, reason: source }
}

/** Finds the first variant with an override for a context; undefined: there are no overrides. */
function compileOverrides(variants: readonly EvaluatedVariant[], fields: FieldSlots): Choose | undefined {
  const overrides = variants.flatMap(({ overrides = [] }, index) =>
    overrides.map(({ contextName, values }) => ({
      index,
      slot: fields.slotOf(contextName),
      values: new Set<string | null>(values),
    })),
  )
  if (overrides.length === 0) return undefined
  return (subject) => {
    for (const { index, slot, values } of overrides) if (values.has(subject.text(slot))) return index
    return NONE
  }
}

function compileWeights(
  variants: readonly EvaluatedVariant[],
  total: number,
  { groupId, stickiness }: Pick<Sticking, 'groupId' | 'stickiness'>,
  fields: FieldSlots,
): Choose {
  let end = 0
  const ends = variants.map(({ weight }) => (end += weight))
  const prefix = new HashPrefix(`${groupId}:`, VARIANT_SEED)
  const stickyOf = compileSticky(stickiness, fields)
  return (subject) => {
    const sticky = stickyOf(subject) ?? randomVariantValue(subject.random())
    const position = (prefix.with(sticky) % total) + 1
    return ends.findIndex((end) => position <= end)
  }
}

function compileSticky(stickiness: string, fields: FieldSlots): (subject: ParsedContext) => string | null {
  if (stickiness === 'default') return (subject) => subject.variantSticky
  const slot = fields.slotOf(stickiness)
  return (subject) => subject.text(slot) || null
}
