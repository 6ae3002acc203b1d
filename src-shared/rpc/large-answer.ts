/** The property under which a large answer travels as text. */
const TEXT = 'halyard:json'

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

/** Makes what is sent of an answer. */
export const packed = (answer: unknown): unknown =>
  answer instanceof LargeAnswer ? { [TEXT]: answer.text } : answer

/** Reads an answer as it was before `packed`. */
export function unpacked(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, TEXT)) return data
  const text: unknown = (data as Record<string, unknown>)[TEXT]
  return typeof text === 'string' ? JSON.parse(text) : data
}

const asIs = (value: unknown): unknown => value

/** The transformer of tRPC, the same at both ends of HTTP; over IPC the bridge and its link pack and unpack. */
export const largeAnswers = {
  input: { serialize: asIs, deserialize: asIs },
  output: { serialize: packed, deserialize: unpacked },
}
