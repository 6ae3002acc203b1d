import { VARIANT_SEED } from '../hash.ts'
import type { EvaluatedVariant } from '../model.ts'
import type { VariantReason } from '../result.ts'
import { randomVariantValue } from '../variants.ts'
import type { FieldSlots, ParsedContext } from './parsed-context.ts'
import { HashPrefix } from './hash-prefix.ts'

/** A set of variants, ready to choose from. */
export interface VariantChooser {
  /** Chooses a variant by its index; negative: `otherwise` says why none. */
  choose(subject: ParsedContext): number
  /** True if an override chose it: a choice that is not by weight. */
  isOverride(index: number, subject: ParsedContext): boolean
  readonly otherwise: VariantReason
  /** Set if every context gets this one. */
  readonly always?: number
}

interface Sticking {
  groupId: string
  stickiness: string
  source: 'strategy' | 'feature'
}

const NONE = -1

/** Compiles a set of variants: weights become ranges, the group is hashed once. */
export function compileVariants(
  variants: readonly EvaluatedVariant[],
  { groupId, stickiness, source }: Sticking,
  fields: FieldSlots,
): VariantChooser {
  const total = variants.reduce((sum, variant) => sum + variant.weight, 0)
  if (total <= 0)
    return {
      choose: () => NONE,
      isOverride: () => false,
      otherwise: variants.length === 0 ? 'no-variants' : 'no-weight',
    }
  const overridden = compileOverrides(variants, fields)
  const [only, ...others] = variants.flatMap(({ weight }, index) => (weight === 0 ? [] : [index]))
  const isOnly = only !== undefined && others.length === 0
  if (isOnly && !overridden)
    return { choose: () => only, isOverride: () => false, otherwise: source, always: only }
  const byWeight = isOnly ? () => only : compileWeights(variants, total, { groupId, stickiness }, fields)
  return {
    choose: overridden
      ? (subject) => {
          const index = overridden(subject)
          return index >= 0 ? index : byWeight(subject)
        }
      : byWeight,
    isOverride: overridden ? (index, subject) => overridden(subject) === index : () => false,
    otherwise: source,
  }
}

type Choose = (subject: ParsedContext) => number

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
    for (let index = 0; index < ends.length; index += 1)
      if ((ends[index] ?? 0) >= position && (variants[index]?.weight ?? 0) > 0) return index
    return NONE
  }
}

function compileSticky(stickiness: string, fields: FieldSlots): (subject: ParsedContext) => string | null {
  if (stickiness === 'default') return (subject) => subject.variantSticky
  const slot = fields.slotOf(stickiness)
  return (subject) => subject.text(slot) || null
}
