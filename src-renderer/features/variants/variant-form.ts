import type { StrategyVariant } from '../../../src-shared/schemas/variant.ts'
import {
  normaliseWeights,
  TOTAL_WEIGHT,
  variantsProblem,
} from '../../../src-shared/variants/normalise-weights.ts'

/** A variant as it is edited; the weight in percent. */
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

/** The variants that are sent; their weights are those that the service will share out. */
export function toVariants(forms: readonly VariantForm[], stickiness: string): StrategyVariant[] {
  return forms.map(({ name, percent, isFixed, payloadType, payload }) => ({
    name,
    weight: Math.round((isFixed ? percent : 0) * PER_CENT),
    weightType: isFixed ? 'fix' : 'variable',
    stickiness,
    ...(payloadType === '' ? {} : { payload: { type: payloadType, value: payload } }),
  }))
}

/** What is wrong with a set of variants; null: nothing. */
export function variantFormProblem(forms: readonly VariantForm[]): string | null {
  const unnamed = forms.some(({ name }) => !/^[a-zA-Z0-9_.~-]{1,100}$/.test(name))
  if (unnamed) return 'Every variant needs a name of letters, digits and . _ ~ -'
  return variantsProblem(toVariants(forms, 'default'))
}

/** Each variant with its share of the users in percent, in the order of the form. */
export function sharesOf(forms: readonly VariantForm[]): { name: string; percent: number }[] {
  if (variantsProblem(toVariants(forms, 'default')) !== null) return []
  const weights = new Map(normaliseWeights(toVariants(forms, 'default')).map((one) => [one.name, one.weight]))
  return forms.map(({ name }) => ({ name, percent: (weights.get(name) ?? 0) / PER_CENT }))
}
