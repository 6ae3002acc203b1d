/** Texts from this length on are made, sent and written in parts. More than `isLarge` asks for. */
const LONG = 2_000_000

/** A long text in parts: a text of many megabytes would be joined, and sent, in one turn of the event loop. */
export class LongText {
  readonly parts: readonly string[]

  constructor(parts: readonly string[]) {
    this.parts = parts
  }

  toString(): string {
    return this.parts.join('')
  }

  toJSON(): string {
    return this.toString()
  }
}

/** Makes a text of its parts; it is a plain one unless it is long. No part ends within a character. */
export function textOf(parts: readonly string[]): string | LongText {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return length < LONG ? parts.join('') : new LongText(parts)
}
