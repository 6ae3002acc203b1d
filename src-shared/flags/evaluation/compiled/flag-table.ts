import type { CompiledFlag, Outcome } from './compile-flag.ts'
import { isWithin, type Share } from './compile-strategy.ts'
import { ALWAYS, type Test } from './compile-constraint.ts'
import { HashPrefix, HashSuffix } from './hash-prefix.ts'
import type { ParsedContext } from './parsed-context.ts'

const NO_GATE = -1
/** State of a gate: 0, not asked yet. */
const [OPEN, CLOSED] = [1, 2]

/** Stands in rows that are no share: with nothing to be sticky on, their rule decides. */
const NO_SHARE: RowShare = { percentage: 0, prefix: new HashPrefix(''), stickyOf: () => null }

type RowShare = Omit<Share, 'stickiness'>

interface Row<R> {
  gate: number
  /** Undefined: the gate alone decides. */
  rule: Test | undefined
  share: RowShare
  /** Number of what the share is sticky on, from 1; 0: no share. */
  stickiness: number
  always: Outcome<R> | undefined
  conclude: (subject: ParsedContext) => Outcome<R>
  /** First row of the next flag. */
  next: number
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
  readonly gateOf: Int32Array
  readonly nextOf: Int32Array
  readonly stickinessOf: Int32Array
  readonly hashes: Int32Array
  readonly rests: Int32Array
  readonly bits: Uint8Array
  readonly lengths: Int32Array
  readonly percentages: Float64Array
  readonly rules: readonly (Test | undefined)[]
  readonly shares: readonly RowShare[]
  readonly conclusions: readonly Row<R>['conclude'][]
  readonly gates: readonly Test[]

  constructor(rows: readonly Row<R>[], gates: readonly Test[], size: number) {
    this.always = rows.map(({ always }) => always)
    this.size = size
    this.gateOf = Int32Array.from(rows, ({ gate }) => gate)
    this.nextOf = Int32Array.from(rows, ({ next }) => next)
    this.stickinessOf = Int32Array.from(rows, ({ stickiness }) => stickiness)
    this.hashes = Int32Array.from(rows, ({ share }) => share.prefix.hash)
    this.rests = Int32Array.from(rows, ({ share }) => share.prefix.rest)
    this.bits = Uint8Array.from(rows, ({ share }) => share.prefix.bits)
    this.lengths = Int32Array.from(rows, ({ share }) => share.prefix.length)
    this.percentages = Float64Array.from(rows, ({ share }) => share.percentage)
    this.rules = rows.map(({ rule }) => rule)
    this.shares = rows.map(({ share }) => share)
    this.conclusions = rows.map(({ conclude }) => conclude)
    this.gates = gates
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
    // a flag that knows its ways alone decides by itself
    const ways = flag.waysOn ?? [
      { strategy: undefined, always: undefined, conclude: (subject: ParsedContext) => flag.decide(subject) },
    ]
    if (ways.length === 0) return
    this.#size += 1
    const next = this.#rows.length + ways.length
    for (const { strategy, always, conclude } of ways) {
      const { gate = ALWAYS, rule = ALWAYS, share } = strategy ?? {}
      this.#rows.push({
        gate: gate === ALWAYS ? NO_GATE : numberOf(this.#gates, gate),
        rule: rule === ALWAYS ? undefined : rule,
        share: share ?? NO_SHARE,
        stickiness: share ? numberOf(this.#stickiness, share.stickiness) + 1 : 0,
        always,
        conclude,
        next,
      })
    }
  }

  build(): FlagTable<R> {
    return new FlagTable(this.#rows, [...this.#gates.keys()], this.#size)
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
  /** By stickiness. null: there is nothing to be sticky on. */
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
    const { gateOf, nextOf, always, rules, conclusions } = this.#table
    const [subject, gates, picks, { length }] = [this.#subject, this.#gates, this.picks, gateOf]
    const end = Math.min(length, this.#row + rows)
    let [row, on] = [this.#row, this.on]
    while (row < end) {
      const gate = gateOf[row] ?? NO_GATE
      if (gate !== NO_GATE && (gates[gate] || this.#ask(gate)) === CLOSED) {
        row += 1
        continue
      }
      const rule = rules[row]
      if (rule && !this.#matches(row, rule)) {
        row += 1
        continue
      }
      if (always[row]) picks[on++] = row
      else {
        const outcome = conclusions[row]?.(subject)
        // off where a flag decides by itself
        if (outcome?.evaluation.enabled) picks[on++] = ~(this.others.push(outcome) - 1)
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

  /** Checks a share by its hash, which says the same as its rule. */
  #matches(row: number, rule: Test): boolean {
    const { stickinessOf, hashes, rests, bits, lengths, percentages } = this.#table
    const number = stickinessOf[row] ?? 0
    const known = this.#suffixes[number]
    const suffix = known === undefined ? this.#readSuffix(number, row) : known
    if (suffix === null) return rule(this.#subject)
    const hash = suffix.after(hashes[row] ?? 0, rests[row] ?? 0, bits[row] ?? 0, lengths[row] ?? 0)
    return isWithin(hash, percentages[row] ?? 0)
  }

  #readSuffix(number: number, row: number): HashSuffix | null {
    const text = this.#table.shares[row]?.stickyOf(this.#subject)
    return (this.#suffixes[number] = text ? new HashSuffix(text) : null)
  }
}
