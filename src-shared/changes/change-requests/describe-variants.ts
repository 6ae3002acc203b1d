import type { EnvironmentVariant } from '../../flags/schemas/variant.ts'
import { percentage } from '../../figures.ts'

/** A variant as stored or as sent. */
export type VariantLike = Pick<EnvironmentVariant, 'name' | 'weight'> &
  Partial<Pick<EnvironmentVariant, 'weightType' | 'stickiness' | 'payload' | 'overrides'>>

/** Describes the differences of a set of variants, one text each: "Variant blue 50% → 70%". */
export function variantDifferences(before: readonly VariantLike[], after: readonly VariantLike[]): string[] {
  const formerOf = (name: string) => before.find((one) => one.name === name)
  const lines = after.flatMap((variant) => {
    const former = formerOf(variant.name)
    return former ? changedVariant(former, variant) : [`Variant ${named(variant)} added`]
  })
  const gone = before.filter(({ name }) => !after.some((one) => one.name === name))
  return [
    ...lines,
    ...gone.map((variant) => `Variant ${named(variant)} removed`),
    ...stickinessDifference(before, after),
  ]
}

const named = ({ name, weight }: VariantLike) => `${name} ${share(weight)}`

/** Weights are per mille. */
const share = (weight: number) => percentage(weight / 10)

function changedVariant(before: VariantLike, after: VariantLike): string[] {
  const { name } = after
  const wasFixed = before.weightType === 'fix'
  const isFixed = after.weightType === 'fix'
  return [
    ...(before.weight === after.weight
      ? []
      : [`Variant ${name} ${share(before.weight)} → ${share(after.weight)}`]),
    ...(wasFixed === isFixed
      ? []
      : [`Variant ${name}: its share ${isFixed ? 'is fixed' : 'is no longer fixed'}`]),
    ...(payloadOf(before) === payloadOf(after)
      ? []
      : [`Variant ${name}: payload ${payloadOf(before)} → ${payloadOf(after)}`]),
    ...(JSON.stringify(before.overrides ?? []) === JSON.stringify(after.overrides ?? [])
      ? []
      : [`Variant ${name}: other overrides`]),
  ]
}

const payloadOf = ({ payload }: VariantLike) => (payload ? `${payload.type} ${payload.value}` : 'none')

/** All variants of a set stick to the same. */
function stickinessDifference(before: readonly VariantLike[], after: readonly VariantLike[]): string[] {
  const was = before[0]?.stickiness
  const is = after[0]?.stickiness
  return was === undefined || is === undefined || was === is
    ? []
    : [`Variants stick to ${is} instead of ${was}`]
}
