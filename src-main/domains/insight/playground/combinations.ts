import type { SdkContext } from '#shared/insight/schemas/playground.ts'
import { mapInSteps } from '#runtime/in-steps.ts'

type Flat = Record<string, unknown>

/** Fields in which a comma is part of the value. */
const WHOLE = ['currentTime']

/** A field of a context with the values that it takes in turn. */
type Choice = readonly [name: string, values: readonly unknown[]]

/**
 * Contexts that a context with values separated by commas stands for: one for each combination
 * (docs/contract/insight.md#playground). `userId: "1,7"` and `country: "NO,SE"` are four.
 */
export class Combinations {
  readonly #root: readonly Choice[]
  /** Undefined: the contexts have no properties. */
  readonly #properties: readonly Choice[] | undefined

  constructor({ properties, ...root }: SdkContext) {
    this.#root = choicesOf(root)
    this.#properties = properties ? choicesOf(properties) : undefined
  }

  get count(): number {
    return countOf(this.#root) * countOf(this.#properties ?? [])
  }

  /** Number of fields of each context. */
  get fields(): number {
    return this.#root.length + (this.#properties?.length ?? 0)
  }

  /** Characters of all contexts together, as JSON. */
  get characters(): number {
    const ofFields = [...this.#root, ...(this.#properties ?? [])].map(
      ([name, values]) =>
        name.length + 6 + values.reduce<number>((sum, one) => sum + lengthOf(one), 0) / values.length,
    )
    return this.count * ofFields.reduce((sum, one) => sum + one, 0)
  }

  /** Makes the contexts, in steps. Their time and memory are the fields times the combinations: see to it that these are few. */
  async all(): Promise<Flat[]> {
    const own = await combine(this.#root)
    if (!this.#properties) return own
    const inner = await combine(this.#properties)
    return own.flatMap((context) => inner.map((one) => ({ ...context, properties: one })))
  }
}

const choicesOf = (fields: Flat): Choice[] =>
  Object.entries(fields).map(([name, value]) => [name, valuesOf(name, value)])

function valuesOf(name: string, value: unknown): unknown[] {
  if (typeof value !== 'string' || WHOLE.includes(name)) return [value]
  const values = value.split(',').map((part) => part.trim())
  return [...new Set(values)]
}

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : JSON.stringify(value).length

const countOf = (choices: readonly Choice[]) =>
  choices.reduce((count, [, values]) => count * values.length, 1)

/** Each combination is one object, filled once; the values of the first field change fastest. */
function combine(choices: readonly Choice[]): Promise<Flat[]> {
  return mapInSteps(Array(countOf(choices)).keys(), (index) => {
    let rest = index
    return Object.fromEntries(
      choices.map(([name, values]) => {
        const value = values[rest % values.length]
        rest = Math.floor(rest / values.length)
        return [name, value]
      }),
    )
  })
}
