import { nameOf, type SentSignals } from './sent-signals.ts'

/** Signal as it is stored. */
export interface StoredRow {
  id: number
  sender: number
  n: number
  /** True if it is marked as late. */
  isLate: boolean
}

/** Execution of the action set that listens to an endpoint, in the order of the executions. */
export interface ExecutedRow {
  signalId: number
  setId: number
  state: string
}

/** Faults of each kind, with the first that were found. */
export interface Verdict {
  lost: number
  storedTwice: number
  executedTwice: number
  notExecuted: number
  outOfOrder: number
  wrongMarks: number
  others: number
  examples: string[]
}

const MAX_EXAMPLES = 20

/**
 * Compares what senders know with what a service has kept. `isOrdered`: endpoint of the sender was asked to look at the order, and
 * the sender waits for each answer.
 */
export class SignalChecker {
  readonly #sent: SentSignals
  readonly #isOrdered: (sender: number) => boolean
  /** Ids of stored signals by their delivery, and the other way. */
  readonly #ids = new Map<string, number>()
  readonly #stored = new Map<number, StoredRow>()
  readonly #executed = new Map<number, number>()
  /** Newest signal that each set has executed, and newest number of each sender. */
  readonly #newestOfSet = new Map<number, number>()
  readonly #newestStored = new Map<number, number>()
  readonly #newestExecuted = new Map<number, number>()
  readonly #verdict: Verdict = {
    ...{ lost: 0, storedTwice: 0, executedTwice: 0, notExecuted: 0, outOfOrder: 0, wrongMarks: 0, others: 0 },
    examples: [],
  }

  constructor(sent: SentSignals, isOrdered: (sender: number) => boolean) {
    this.#sent = sent
    this.#isOrdered = isOrdered
  }

  get stored(): number {
    return this.#stored.size
  }

  /** Takes in signals in the order of their ids. */
  addStored(rows: Iterable<StoredRow>): void {
    for (const row of rows) {
      const delivery = this.#sent.of(row.sender)[row.n]
      const name = nameOf(row)
      const former = this.#ids.get(name)
      if (!delivery) this.#fault('others', `signal ${row.id} was never sent: ${name}`)
      if (former !== undefined) this.#fault('storedTwice', `${name} is stored as ${former} and as ${row.id}`)
      this.#ids.set(name, row.id)
      this.#stored.set(row.id, row)
      if (!this.#isOrdered(row.sender)) continue
      if (row.n < (this.#newestStored.get(row.sender) ?? -1))
        this.#fault('outOfOrder', `${name} is stored behind a later one of its sender`)
      this.#newestStored.set(row.sender, row.n)
      if (delivery && delivery.isOld !== row.isLate)
        this.#fault('wrongMarks', `${name} is ${row.isLate ? '' : 'not '}marked as late`)
    }
  }

  /** Takes in executions in their order. */
  addExecuted(rows: Iterable<ExecutedRow>): void {
    for (const { signalId, setId, state } of rows) {
      const signal = this.#stored.get(signalId)
      const times = (this.#executed.get(signalId) ?? 0) + 1
      this.#executed.set(signalId, times)
      if (!signal) this.#fault('others', `signal ${signalId} is executed, and is not stored`)
      if (state !== 'success') this.#fault('others', `the execution of signal ${signalId} is ${state}`)
      if (times > 1) {
        this.#fault('executedTwice', `signal ${signalId} is executed ${times} times`)
        continue
      }
      if (signalId < (this.#newestOfSet.get(setId) ?? -1))
        this.#fault('outOfOrder', `set ${setId} executes signal ${signalId} behind a later one`)
      this.#newestOfSet.set(setId, signalId)
      if (!signal || !this.#isOrdered(signal.sender)) continue
      if (signal.n < (this.#newestExecuted.get(signal.sender) ?? -1))
        this.#fault('outOfOrder', `${nameOf(signal)} is executed behind a later one of its sender`)
      this.#newestExecuted.set(signal.sender, signal.n)
    }
  }

  /** Ends the check. `isDrained`: all signals have been executed. */
  verdict({ isDrained }: { isDrained: boolean }): Verdict {
    for (const own of this.#sent.all)
      for (const delivery of own) {
        if (delivery.answered === undefined) continue
        const id = this.#ids.get(nameOf(delivery))
        if (id === undefined)
          this.#fault('lost', `${nameOf(delivery)} was answered as signal ${delivery.answered}, and is gone`)
        else if (id !== delivery.answered)
          this.#fault('others', `${nameOf(delivery)} was answered as ${delivery.answered}, and is ${id}`)
      }
    for (const contradiction of this.#sent.contradictions) this.#fault('others', contradiction)
    if (isDrained)
      for (const [id, row] of this.#stored)
        if (!this.#executed.has(id))
          this.#fault('notExecuted', `${nameOf(row)}, signal ${id}, is not executed`)
    return this.#verdict
  }

  #fault(kind: Exclude<keyof Verdict, 'examples'>, text: string): void {
    this.#verdict[kind] += 1
    if (this.#verdict.examples.length < MAX_EXAMPLES) this.#verdict.examples.push(`${kind}: ${text}`)
  }
}

/** Number of all faults. */
export const faultsIn = ({ examples: _examples, ...counts }: Verdict): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
