import { isDeepStrictEqual } from 'node:util'

/** Values that are new in each run, by their form. */
const FORMS: readonly RegExp[] = [
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  /^[0-9A-HJKMNP-TV-Z]{26}$/,
  /^[^:.]+:[^.:]+\.[0-9a-f]{56}$/,
  /^user:[0-9a-f]{56}$/,
  /^(tokens\/)?[0-9a-f]{32}$/,
  /^[0-9a-f]{64}$/,
  /^"[0-9a-f]{8,64}:\d+:v1"$/,
  /^W\/"[^"]+"$/,
  /^https?:\/\/[^ ]+\?(token|invite)=\S+$/,
]
/** Properties whose values say something of the run: numbers of events, times. */
const OF_THE_RUN = new Set(['revisionId', 'queryHash', 'sum', 'instanceId'])

/** Values of earlier answers in place of recorded ones; substituted in all later requests. */
export class Substitutes {
  readonly #actual = new Map<string, string>()

  learn(recorded: string, actual: string): void {
    if (recorded !== actual) this.#actual.set(recorded, actual)
  }

  apply(text: string): string {
    let result = text
    for (const [recorded, actual] of this.#actual) result = result.replaceAll(recorded, actual)
    return result
  }
}

/** Properties that identify the items of a list. */
const KEYS = ['appName', 'name', 'secret', 'id', 'environment', 'type', 'userId'] as const

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
const escape = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')
const show = (value: unknown) => JSON.stringify(value) ?? 'undefined'

/** Compares JSON with the recorded one: properties, types, and values where they are not new in each run. */
export class Comparison {
  readonly differences: string[] = []
  readonly #substitutes: Substitutes
  readonly #openAt: string | undefined

  constructor(substitutes: Substitutes, openAt?: string) {
    this.#substitutes = substitutes
    this.#openAt = openAt
  }

  value(recorded: unknown, actual: unknown, at = ''): void {
    const where = at || '/'
    if (typeOf(recorded) !== typeOf(actual))
      this.#note(`${where} is ${brief(actual)}, recorded ${brief(recorded)}`)
    else if (Array.isArray(recorded)) this.#list(recorded, actual as unknown[], at)
    else if (typeof recorded === 'object' && recorded !== null)
      this.#object(recorded as Record<string, unknown>, actual as Record<string, unknown>, at)
    else if (typeof recorded === 'string') this.#text(recorded, actual as string, where)
    else if (
      recorded !== actual &&
      !(typeof recorded === 'number' && /(^|\/)id$/.test(where)) &&
      !OF_THE_RUN.has(where.slice(where.lastIndexOf('/') + 1))
    )
      this.#note(`${where} is ${show(actual)}, recorded ${show(recorded)}`)
  }

  #text(recorded: string, actual: string, where: string): void {
    if (FORMS.some((form) => form.test(recorded) && form.test(actual))) {
      this.#substitutes.learn(recorded, actual)
      return
    }
    if (OF_THE_RUN.has(where.slice(where.lastIndexOf('/') + 1))) return
    const expected = this.#substitutes.apply(recorded)
    if (expected !== actual) this.#note(`${where} is ${show(actual)}, recorded ${show(expected)}`)
  }

  #object(recorded: Record<string, unknown>, actual: Record<string, unknown>, at: string): void {
    for (const [key, value] of Object.entries(recorded)) {
      const known = this.#substitutes.apply(key)
      if (!Object.hasOwn(actual, known)) this.#note(`${at}/${escape(key)} is missing`)
      else this.value(value, actual[known], `${at}/${escape(key)}`)
    }
    if (this.#isOpen(at)) return
    const names = new Set(Object.keys(recorded).map((key) => this.#substitutes.apply(key)))
    for (const key of Object.keys(actual))
      if (!names.has(key)) this.#note(`${at}/${escape(key)} is not recorded`)
  }

  /** Items that are named stand where they may: the order of lists is compared by itself. */
  #list(recorded: readonly unknown[], actual: readonly unknown[], at: string): void {
    if (recorded.length !== actual.length && !(this.#isOpen(at) && actual.length > recorded.length))
      this.#note(`${at || '/'} has ${actual.length} items, recorded ${recorded.length}`)
    const found = this.#places(recorded, actual)
    if (
      !isDeepStrictEqual(
        found,
        [...found].sort((a, b) => a - b),
      )
    )
      this.#note(`${at || '/'} is in another order`)
    recorded.forEach((item, index) => {
      const other = found[index] ?? index
      if (other < actual.length) this.value(item, actual[other], `${at}/${index}`)
    })
  }

  /** Matches each recorded item with one of the actual list: that of the same name or id, else that of the same place. */
  #places(recorded: readonly unknown[], actual: readonly unknown[]): number[] {
    for (const key of KEYS) {
      const keyOf = (item: unknown) => (item as Record<string, unknown> | null)?.[key]
      const places = new Map(actual.map((item, index) => [keyOf(item), index]))
      if (places.size < actual.length || ![...places.keys()].every((value) => typeof value === 'string'))
        continue
      return recorded.map((item, index) => places.get(this.#substitutes.apply(String(keyOf(item)))) ?? index)
    }
    return recorded.map((_, index) => index)
  }

  #isOpen(at: string): boolean {
    return this.#openAt !== undefined && (this.#openAt === at || this.#openAt.startsWith(`${at}/`))
  }

  #note(difference: string): void {
    this.differences.push(difference)
  }
}

const brief = (value: unknown) => {
  const text = show(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
