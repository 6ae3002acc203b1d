import type { History, Transaction } from './history.ts'

/** Makes a history tell of one fault; undefined where it has no call that could. */
type Planting = (history: History) => Transaction[] | undefined

/** The reads of a history with other values. */
const reread = (
  history: History,
  values: (list: string, read: readonly string[], call: Transaction) => readonly string[],
): Transaction[] =>
  history.map((call) => ({
    ...call,
    reads: call.reads.map((read) => ({ ...read, values: values(read.list, read.values, call) })),
  }))

const withReads = (call: Transaction, list: string, length: number): Transaction => ({
  ...call,
  reads: call.reads.map((read) =>
    read.list === list ? { ...read, values: read.values.slice(0, length) } : read,
  ),
})

const replaced = (history: History, call: Transaction, by: Transaction): Transaction[] =>
  history.map((one) => (one === call ? by : one))

/** Acknowledged appends of one value to one list, which were read later. */
const appendsIn = (history: History) =>
  history.flatMap((call) => {
    const [append, ...more] = call.appends
    return call.outcome === 'acknowledged' && append && more.length === 0 ? [{ call, ...append }] : []
  })

/** Faults that a real installation could have, planted into what a sound one answered. */
export const PLANTINGS: Record<string, Planting> = {
  'a lost write': (history) => {
    const append = appendsIn(history)[0]
    if (!append) return undefined
    return reread(history, (list, values) =>
      list === append.list ? values.filter((value) => value !== append.value) : values,
    )
  },
  'a write that was executed twice': (history) => {
    const append = appendsIn(history)[0]
    if (!append) return undefined
    return reread(history, (list, values) =>
      list === append.list && values.includes(append.value) ? [...values, append.value] : values,
    )
  },
  'a write that was refused, and is there': (history) => {
    const append = appendsIn(history)[0]
    return append && replaced(history, append.call, { ...append.call, outcome: 'refused' })
  },
  'a read of an old state': (history) => {
    for (const { call, list, value } of appendsIn(history))
      for (const read of history) {
        const at = read.reads.find((one) => one.list === list)?.values.indexOf(value) ?? -1
        if (at !== -1 && read.copy === undefined && read.client !== 'last' && read.began > call.ended)
          return replaced(history, read, withReads(read, list, at))
      }
    return undefined
  },
  'a copy that goes back': (history) => {
    const copies = history.filter(({ copy }) => copy !== undefined)
    for (const [at, copy] of copies.entries())
      for (const { list, values } of copy.reads) {
        const later = copies.slice(at + 1).find((one) => one.client === copy.client)
        if (values.length > 0 && later?.reads.some((read) => read.list === list))
          return replaced(history, later, withReads(later, list, values.length - 1))
      }
    return undefined
  },
  'one half of a write to two flags': (history) => {
    for (const { appends } of history)
      for (const copy of history) {
        const [one, other] = appends
        if (!one || !other || copy.copy === undefined) continue
        const at = copy.reads.find(({ list }) => list === one.list)?.values.indexOf(one.value) ?? -1
        const isThere = copy.reads.some(
          ({ list, values }) => list === other.list && values.includes(other.value),
        )
        if (at !== -1 && isThere) return replaced(history, copy, withReads(copy, one.list, at))
      }
    return undefined
  },
  'two writes in the wrong order': (history) => {
    const appends = appendsIn(history)
    for (const first of appends)
      for (const second of appends) {
        if (second.list !== first.list || second.call.began <= first.call.ended) continue
        const whole = history.flatMap(({ reads }) => reads.filter(({ list }) => list === first.list))
        const order = whole.toSorted((a, b) => b.values.length - a.values.length)[0]?.values ?? []
        const at = order.indexOf(first.value)
        if (at === -1 || order[at + 1] !== second.value) continue
        const swap = new Map([
          [first.value, second.value],
          [second.value, first.value],
        ])
        return reread(history, (list, values) =>
          // a read of the first alone would tell of it in another way
          list === first.list && values.length > at + 1
            ? values.map((value) => swap.get(value) ?? value)
            : list === first.list
              ? values.slice(0, at)
              : values,
        )
      }
    return undefined
  },
}
