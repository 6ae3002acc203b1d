import type { EventType } from '../audit/events/index.ts'

/** The property under which a large answer travels as text. */
const TEXT = 'halyard:json'
/** The properties under which the answer of a write and its changes travel. */
const ANSWER = 'halyard:answer'
const CHANGES = 'halyard:changes'

/**
 * An answer that the service has already made into JSON, in steps. It crosses the wire as one string: a string is copied in a few milliseconds, while
 * making JSON of a large value, or cloning it, stops the service for as long as that takes (1.6 s for a playground over 3,500 flags).
 */
export class LargeAnswer {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** One change of a write: enough to know which screens to read again. */
export interface WrittenChange {
  readonly id: number
  readonly type: EventType
  readonly project?: string
  readonly featureName?: string
}

/** Maximum number of changes that are told apart. More of them touch everything. */
export const MAX_CHANGES = 50

/** An answer of a write with the changes it made, so that the window reads its own writes without the stream (ADR 0033). */
export class WriteAnswer {
  readonly answer: unknown
  /** At most one more than MAX_CHANGES. */
  readonly changes: readonly WrittenChange[]

  constructor(answer: unknown, changes: readonly WrittenChange[]) {
    this.answer = answer
    this.changes = changes
  }
}

/** Serializes an answer for tRPC. */
export function packAnswer(answer: unknown): unknown {
  if (answer instanceof WriteAnswer) return { [ANSWER]: packAnswer(answer.answer), [CHANGES]: answer.changes }
  return answer instanceof LargeAnswer ? { [TEXT]: answer.text } : answer
}

/** Reads an answer as it was before `packed`. */
export function unpackAnswer(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  const record = data as Record<string, unknown>
  if (Object.hasOwn(data, CHANGES))
    return new WriteAnswer(unpackAnswer(record[ANSWER]), record[CHANGES] as readonly WrittenChange[])
  const text = Object.hasOwn(data, TEXT) ? record[TEXT] : undefined
  return typeof text === 'string' ? JSON.parse(text) : data
}

const asIs = (value: unknown): unknown => value

/** The transformer of tRPC, the same at both ends of HTTP; over IPC the bridge and its link pack and unpack. */
export const rpcTransformer = {
  input: { serialize: asIs, deserialize: asIs },
  output: { serialize: packAnswer, deserialize: unpackAnswer },
}
