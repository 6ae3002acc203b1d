import { pick, type Random } from './hostile.ts'

const KEPT = 40

/** Names that a path uses for what answers call otherwise. */
const ALSO = new Map<string, readonly string[]>(
  Object.entries({
    projectId: ['project'],
    featureName: ['feature', 'flag', 'features', 'child', 'parent', 'name'],
    environment: ['environments', 'environmentId'],
    token: ['secret'],
    id: [
      'strategyId',
      'userId',
      'groupId',
      'roleId',
      'signalEndpointId',
      'tokenId',
      'changeId',
      'changeRequestId',
    ],
  }),
)

/** Values that the instance has told of, by the name of their property: requests that use them get somewhere. */
export class KnownValues {
  readonly #values = new Map<string, string[]>()

  constructor(first: Record<string, readonly string[]>) {
    for (const [name, values] of Object.entries(first)) for (const value of values) this.add(name, value)
  }

  add(name: string, value: string): void {
    const values = this.#values.get(name) ?? []
    this.#values.set(name, values)
    if (values.includes(value)) return
    values.push(value)
    // keep the first ones: they belong to a new instance
    if (values.length > KEPT) values.splice(KEPT / 4, 1)
  }

  any(random: Random, name: string): string | undefined {
    const values = this.#values.get(name)
    return values === undefined ? undefined : pick(random, values)
  }

  /** Remembers what an answer holds. */
  learn(answer: unknown, depth = 0): void {
    if (typeof answer !== 'object' || answer === null || depth > 4) return
    if (Array.isArray(answer)) {
      for (const one of answer.slice(-3)) this.learn(one, depth + 1)
      return
    }
    for (const [name, value] of Object.entries(answer)) {
      if (typeof value === 'string' ? value.length > 0 && value.length < 200 : typeof value === 'number')
        for (const one of [name, ...(ALSO.get(name) ?? [])]) this.add(one, String(value))
      else this.learn(value, depth + 1)
    }
  }

  /** The value with known ones in the place of half of the texts and numbers of those names. */
  filledIn(random: Random, value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.map((one) => this.filledIn(random, one, name))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, this.filledIn(random, one, key)]),
      )
    if (random() < 0.5) return value
    const known = this.any(random, name)
    if (known === undefined) return value
    if (typeof value === 'string') return known
    return typeof value === 'number' && /^\d{1,9}$/.test(known) ? Number(known) : value
  }
}
