/**
 * Calls of the clients of an installation, with what they were told: lists that only grow, by values of which each is appended once. From what
 * was read follows in which order they grew, and so whether one order explains all answers (K. Kingsbury, P. Alvaro: Elle, VLDB 2020).
 */
export type History = readonly Transaction[]

/** One call of a client: all of it takes effect at one moment, or none. */
export interface Transaction {
  client: string
  /** Time before it was sent, and after its answer, by one clock; Infinity where none came. */
  began: number
  ended: number
  /** `refused`: the service said that nothing was changed. */
  outcome: 'acknowledged' | 'refused' | 'unknown'
  appends: readonly { list: string; value: string }[]
  reads: readonly { list: string; values: readonly string[] }[]
  /** Halyard from whose copy it is answered, as the flags of an SDK are: of a moment that may be over. */
  copy?: string
}

export interface Anomaly {
  /**
   * Lost: an acknowledged value is missing. Twice: a value is there twice. Refused: a refused value is there. Invented: nobody
   * appended it. Forked: two reads differ in their order. G0: writes that came before each other. G1c: an answer that knows what
   * came after it. G-single: a read between the parts of a write, or of an old state. G2: reads and writes that missed each other.
   */
  kind: 'lost' | 'twice' | 'refused' | 'invented' | 'forked' | 'G0' | 'G1c' | 'G-single' | 'G2'
  /** Set if only the order of a client's own calls, or of time, is broken. */
  within?: 'session' | 'time'
  /** The calls or values that show it. */
  shown: readonly string[]
}

/** Says what a call was, for a person who looks into a history. */
export function tell({ client, began, ended, outcome, appends, reads }: Transaction): string {
  const span = `${began.toFixed(1)}–${Number.isFinite(ended) ? ended.toFixed(1) : ''}`
  const wrote = appends.map(({ list, value }) => `${list} + ${value}`)
  const read = reads.map(({ list, values }) => `${list} = …${values.slice(-3).join(',')} (${values.length})`)
  return `${client} ${span} ${outcome}: ${[...wrote, ...read].join('; ')}`
}
