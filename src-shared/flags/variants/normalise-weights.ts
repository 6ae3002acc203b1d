/** All weights of a set of variants add up to this: per mille of the users. */
export const TOTAL_WEIGHT = 1000

interface Weighted {
  name: string
  weight: number
  weightType: 'variable' | 'fix'
  payload?: { type: string; value: string } | undefined
}

/** Finds what is wrong with a set of variants as a whole; null: nothing (docs/contract/flags.md#variants). */
export function variantsProblem(variants: readonly Weighted[]): string | null {
  if (variants.length === 0) return null
  const names = new Set<string>()
  for (const [index, { name, payload }] of variants.entries()) {
    if (names.has(name)) return `"[${index}]" contains a duplicate value. You provided "${name}".`
    names.add(name)
    if (payload?.type === 'json' && !isJson(payload.value))
      return `'value' must be a valid json string when 'type' is json. You provided ${JSON.stringify(payload.value)}.`
  }
  if (!variants.some((variant) => variant.weightType === 'variable'))
    return 'There must be at least one "variable" variant'
  return fixedSum(variants) > TOTAL_WEIGHT ? 'The traffic distribution total must equal 100%' : null
}

/**
 * Shares the weight: fixed variants keep theirs, the variable ones get equal parts of the rest, the remainder going to
 * the first of them; the result is sorted by name. Weights sent for variable variants do not count
 * (docs/contract/flags.md#variants).
 */
export function normaliseWeights<V extends Weighted>(variants: readonly V[]): V[] {
  const variable = variants.filter((variant) => variant.weightType === 'variable')
  const rest = Math.max(0, TOTAL_WEIGHT - fixedSum(variants))
  const share = Math.floor(rest / Math.max(1, variable.length))
  const remainder = rest - share * variable.length
  return variants
    .map((variant) => {
      const place = variable.indexOf(variant)
      return place < 0 ? variant : { ...variant, weight: share + (place < remainder ? 1 : 0) }
    })
    .sort((a, b) => a.name.localeCompare(b.name))
}

const fixedSum = (variants: readonly Weighted[]) =>
  variants.reduce((sum, variant) => (variant.weightType === 'fix' ? sum + variant.weight : sum), 0)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
