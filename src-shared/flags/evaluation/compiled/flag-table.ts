import type { CompiledFlag, Outcome, EnabledBranch } from './compile-flag.ts'
import { isWithin } from './compile-strategy.ts'
import { ALWAYS, type Test } from './compile-constraint.ts'
import { HashSuffix } from './hash-prefix.ts'
import type { ParsedContext } from './parsed-context.ts'

/** Decision of a row, once the context has passed its gate. */
const [BY_ALL, BY_SHARE, BY_RULE, BY_FLAG] = [0, 1, 2, 3]
const NONE = -1
/** State of a gate: 0, not asked yet. */
const [OPEN, CLOSED] = [1, 2]

interface Row<R> {
  kind: number
  gate: number
  /** First row of the next flag. */
  next: number
  stickiness: number
  way: EnabledBranch<R> | undefined
  flag: CompiledFlag<R>
}

/**
 * Flags that can be on, in columns: what most flags need is read from a few arrays instead of from objects all over the
 * memory. A row is a way for a flag to be on. Conditions that rows share are checked once for each context.
 */
export class FlagTable<R> {
  /** Outcomes by row, if all contexts that match have the same. */
  readonly always: readonly (Outcome<R> | undefined)[]
  /** Number of flags that can be on. */
  readonly size: number
  readonly kinds: Uint8Array
  readonly gateOf: Int32Array
  readonly nextOf: Int32Array
  readonly stickinessOf: Int32Array
  readonly hashes: Int32Array
  readonly rests: Int32Array
  readonly bits: Uint8Array
  readonly lengths: Int32Array
  readonly percentages: Float64Array
  readonly ways: readonly (EnabledBranch<R> | undefined)[]
  readonly flags: readonly CompiledFlag<R>[]
  readonly gates: readonly Test[]
  readonly stickiness: readonly string[]

  constructor(rows: readonly Row<R>[], gates: readonly Test[], stickiness: readonly string[], size: number) {
    const prefixes = rows.map(({ way }) => way?.strategy?.share?.prefix)
    this.always = rows.map(({ way }) => way?.always)
    this.size = size
    this.kinds = Uint8Array.from(rows, ({ kind }) => kind)
    this.gateOf = Int32Array.from(rows, ({ gate }) => gate)
    this.nextOf = Int32Array.from(rows, ({ next }) => next)
    this.stickinessOf = Int32Array.from(rows, (row) => row.stickiness)
    this.hashes = Int32Array.from(prefixes, (prefix) => prefix?.hash ?? 0)
    this.rests = Int32Array.from(prefixes, (prefix) => prefix?.rest ?? 0)
    this.bits = Uint8Array.from(prefixes, (prefix) => prefix?.bits ?? 0)
    this.lengths = Int32Array.from(prefixes, (prefix) => prefix?.length ?? 0)
    this.percentages = Float64Array.from(rows, ({ way }) => way?.strategy?.share?.percentage ?? 0)
    this.ways = rows.map(({ way }) => way)
    this.flags = rows.map(({ flag }) => flag)
    this.gates = gates
    this.stickiness = stickiness
  }

  begin(subject: ParsedContext): TableEvaluation<R> {
    return new TableEvaluation(this, subject)
  }
}

/** Puts flags into a table, one after the other. */
export class FlagTableBuilder<R> {
  readonly #rows: Row<R>[] = []
  readonly #gates = new Map<Test, number>()
  readonly #stickiness = new Map<string, number>()
  #size = 0

  add(flag: CompiledFlag<R>): void {
    const ways = flag.waysOn
    if (ways?.length === 0) return
    this.#size += 1
    const next = this.#rows.length + (ways?.length ?? 1)
    if (!ways) this.#rows.push({ kind: BY_FLAG, gate: NONE, next, stickiness: NONE, way: undefined, flag })
    for (const way of ways ?? []) {
      const { gate = ALWAYS, rule = ALWAYS, share } = way.strategy ?? {}
      this.#rows.push({
        kind: share ? BY_SHARE : rule === ALWAYS ? BY_ALL : BY_RULE,
        gate: gate === ALWAYS ? NONE : numberOf(this.#gates, gate),
        next,
        stickiness: share ? numberOf(this.#stickiness, share.stickiness) : NONE,
        way,
        flag,
      })
    }
  }

  build(): FlagTable<R> {
    return new FlagTable(this.#rows, [...this.#gates.keys()], [...this.#stickiness.keys()], this.#size)
  }
}

function numberOf<K>(numbers: Map<K, number>, key: K): number {
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, numbers.size)
  return numbers.size - 1
}

/** The evaluation of a table for one context. It can be made in steps. */
export class TableEvaluation<R> {
  readonly #table: FlagTable<R>
  readonly #subject: ParsedContext
  readonly #gates: Uint8Array
  /** By stickiness. null: chance, or nothing, decides. */
  readonly #suffixes: (HashSuffix | null | undefined)[] = []
  #row = 0
  /** For each flag that is on, in order: the row whose outcome it has, or ~n for one of `others`. */
  readonly picks: Int32Array
  readonly others: Outcome<R>[] = []
  /** Number of flags that are on. */
  on = 0

  constructor(table: FlagTable<R>, subject: ParsedContext) {
    this.#table = table
    this.#subject = subject
    this.#gates = new Uint8Array(table.gates.length)
    this.picks = new Int32Array(table.size)
  }

  /** Evaluates up to so many rows more. Returns false when there are none left. */
  advance(rows: number): boolean {
    const { kinds, gateOf, nextOf, always, ways, flags } = this.#table
    const [subject, gates, picks, { length }] = [this.#subject, this.#gates, this.picks, kinds]
    const end = Math.min(length, this.#row + rows)
    let [row, on] = [this.#row, this.on]
    while (row < end) {
      const gate = gateOf[row] ?? NONE
      if (gate !== NONE && (gates[gate] || this.#ask(gate)) === CLOSED) {
        row += 1
        continue
      }
      const kind = kinds[row]
      if (kind === BY_FLAG) {
        const outcome = flags[row]?.decide(subject)
        if (outcome?.evaluation.enabled) picks[on++] = ~(this.others.push(outcome) - 1)
        row += 1
        continue
      }
      const isOn =
        kind === BY_ALL || (kind === BY_SHARE ? this.#isInShare(row) : ways[row]?.strategy?.rule(subject))
      if (!isOn) {
        row += 1
        continue
      }
      if (always[row]) picks[on++] = row
      else {
        const outcome = ways[row]?.conclude(subject)
        if (outcome) picks[on++] = ~(this.others.push(outcome) - 1)
      }
      row = nextOf[row] ?? length
    }
    this.#row = row
    this.on = on
    return row < length
  }

  #ask(gate: number): number {
    return (this.#gates[gate] = this.#table.gates[gate]?.(this.#subject) ? OPEN : CLOSED)
  }

  #isInShare(row: number): boolean {
    const { stickinessOf, hashes, rests, bits, lengths, percentages, ways } = this.#table
    const number = stickinessOf[row] ?? NONE
    const known = this.#suffixes[number]
    const suffix = known === undefined ? this.#readSuffix(number, row) : known
    if (suffix === null) return ways[row]?.strategy?.rule(this.#subject) ?? false
    const hash = suffix.after(hashes[row] ?? 0, rests[row] ?? 0, bits[row] ?? 0, lengths[row] ?? 0)
    return isWithin(hash, percentages[row] ?? 0)
  }

  #readSuffix(number: number, row: number): HashSuffix | null {
    const text = this.#table.ways[row]?.strategy?.share?.stickyOf(this.#subject)
    return (this.#suffixes[number] = text ? new HashSuffix(text) : null)
  }
}
