import { inSteps } from './in-steps.ts'
import { isLarge } from './is-large.ts'
import { LongText } from './long-text.ts'
import { Turn } from './turn.ts'

/** Characters of a part of a large text, unless the writer is told otherwise. */
const PART = 2 ** 18

/**
 * Makes the JSON text of a long list in parts, with pauses in which other requests are answered. Whoever joins them does so once: each
 * copy of tens of megabytes is memory.
 */
export async function jsonInSteps<T>(items: Iterable<T>, valueOf: (item: T) => unknown): Promise<Buffer[]> {
  const parts: Buffer[] = []
  let text = '['
  await inSteps(items, (item, index) => {
    text += `${index === 0 ? '' : ','}${JSON.stringify(valueOf(item))}`
    if (text.length < PART) return
    parts.push(Buffer.from(text))
    text = ''
  })
  parts.push(Buffer.from(`${text}]`))
  return parts
}

/** Makes the text that `JSON.stringify` makes of a large value, in parts, with pauses in which other requests are answered. */
export async function largeJson(value: unknown): Promise<Buffer[]> {
  const writer = new PartWriter()
  await writer.write(value)
  return writer.end()
}

/** Collects the text of large values. A part of them that is small is made in one go. */
export class PartWriter {
  readonly #turn = new Turn()
  /** Characters of a part. */
  readonly #size: number
  #parts: Buffer[] = []
  #text = ''

  constructor(size = PART) {
    this.#size = size
  }

  async write(value: unknown): Promise<void> {
    if (typeof value === 'string' && value.length > PART) await this.#writeTexts([value])
    else if (value instanceof LongText) await this.#writeTexts(value.parts)
    else if (!isLarge(value) || !isComposite(value)) this.#add(textOf(value))
    else if (Array.isArray(value)) await this.#writeList(value)
    else await this.#writeObject(value)
    await this.#turn.pause()
  }

  /** Adds JSON between values. */
  mark(text: string): void {
    this.#add(text)
  }

  /** Takes the parts that are complete. */
  take(): Buffer[] {
    const parts = this.#parts
    if (parts.length > 0) this.#parts = []
    return parts
  }

  end(): Buffer[] {
    this.#flush()
    return this.take()
  }

  async #writeTexts(texts: readonly string[]): Promise<void> {
    this.#add('"')
    for (const text of texts) await this.#writeText(text)
    this.#add('"')
  }

  async #writeText(text: string): Promise<void> {
    for (let start = 0; start < text.length;) {
      // both halves of a character stand in one part: JSON escapes one that is alone
      const end = start + PART - (isFirstHalf(text.charCodeAt(start + PART - 1)) ? 1 : 0)
      this.#add(JSON.stringify(text.slice(start, end)).slice(1, -1))
      await this.#turn.pause()
      start = end
    }
  }

  async #writeList(items: readonly unknown[]): Promise<void> {
    let mark = '['
    for (const item of items) {
      this.#add(mark)
      await this.write(item)
      mark = ','
    }
    this.#add(items.length === 0 ? '[]' : ']')
  }

  async #writeObject(value: object): Promise<void> {
    let mark = '{'
    for (const [key, property] of Object.entries(value)) {
      if (!isWritten(property)) continue
      this.#add(`${mark}${JSON.stringify(key)}:`)
      await this.write(property)
      mark = ','
    }
    this.#add(mark === '{' ? '{}' : '}')
  }

  #add(text: string): void {
    this.#text += text
    if (this.#text.length > this.#size) this.#flush()
  }

  #flush(): void {
    this.#parts.push(Buffer.from(this.#text))
    this.#text = ''
  }
}

/** Checks whether a character outside the basic plane begins with this code. */
const isFirstHalf = (code: number): boolean => code >= 0xd800 && code < 0xdc00

/** Values that say their own JSON are no composites. */
const isComposite = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value)

/** JSON leaves out such a property, and writes such an item as null. */
const isWritten = (value: unknown): boolean => !['undefined', 'function', 'symbol'].includes(typeof value)

const textOf = (value: unknown): string => (isWritten(value) ? JSON.stringify(value) : 'null')
