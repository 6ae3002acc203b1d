import type { StrategyVariant } from '#shared/flags/schemas/variant.ts'
import { normaliseWeights, TOTAL_WEIGHT, variantsProblem } from '#shared/flags/variants/normalise-weights.ts'

/** Variant as edited; the weight is in percent. */
export interface VariantForm {
  name: string
  percent: number
  isFixed: boolean
  payloadType: '' | 'string' | 'json' | 'csv' | 'number'
  payload: string
}

type Content = Pick<StrategyVariant, 'name' | 'weight' | 'weightType' | 'stickiness' | 'payload'>

const PER_CENT = TOTAL_WEIGHT / 100

export function toVariantForm({ name, weight, weightType, payload }: Content): VariantForm {
  return {
    name,
    percent: weight / PER_CENT,
    isFixed: weightType === 'fix',
    payloadType: payload?.type ?? '',
    payload: payload?.value ?? '',
  }
}

export const newVariant = (count: number): VariantForm => ({
  name: `variant-${count + 1}`,
  percent: 0,
  isFixed: false,
  payloadType: '',
  payload: '',
})

/**
 * Builds the variants to send, with weights distributed as the service would. Keeps the order of the form.
 */
export function toVariants(forms: readonly VariantForm[], stickiness: string): StrategyVariant[] {
  const variants = forms.map<StrategyVariant>(({ name, percent, isFixed, payloadType, payload }) => ({
    name,
    weight: Math.round((isFixed ? percent : 0) * PER_CENT),
    weightType: isFixed ? 'fix' : 'variable',
    stickiness,
    ...(payloadType === '' ? {} : { payload: { type: payloadType, value: payload } }),
  }))
  if (variantsProblem(variants) !== null) return variants
  const weights = new Map(normaliseWeights(variants).map((one) => [one.name, one.weight]))
  return variants.map((variant) => ({ ...variant, weight: weights.get(variant.name) ?? variant.weight }))
}

/** Validates a set of variants; null: it is valid. */
export function variantFormProblem(forms: readonly VariantForm[]): string | null {
  const unnamed = forms.some(({ name }) => !/^[a-zA-Z0-9_.~-]{1,100}$/.test(name))
  if (unnamed) return 'Every variant needs a name of letters, digits and . _ ~ -'
  return variantsProblem(toVariants(forms, 'default'))
}

/**
 * Calculates each variant's share of the users in percent, in the order of the form. Returns none for an
 * invalid set.
 */
export function sharesOf(forms: readonly VariantForm[]): { name: string; percent: number }[] {
  // an unfinished payload does not matter here
  const variants = toVariants(
    forms.map((form) => ({ ...form, payloadType: '' as const })),
    'default',
  )
  if (variantsProblem(variants) !== null) return []
  return variants.map(({ name, weight }) => ({ name, percent: weight / PER_CENT }))
}
