import { randomUUID } from 'node:crypto'

import { ownValue } from '#shared/own-value.ts'
import { Turn } from './turn.ts'

/** Characters that are parsed in one go: a few milliseconds. */
const PART = 2 ** 19
/** Set by its name, this one is no property of its own. */
const PROTOTYPE = '"__proto__"'

/**
 * Parses JSON, whole or in the parts in which it came, as JSON.parse does, with pauses in which other requests are answered where an object
 * has lists longer than a part, in characters. Rejects with a SyntaxError.
 */
export async function parseInSteps(text: string | Iterable<string>, part = PART): Promise<unknown> {
  const reader = new LongListReader(part)
  for (const more of typeof text === 'string' ? [text] : text) await reader.add(more)
  return reader.end()
}

/** List directly within an object, while it is read. */
interface OpenList {
  readonly key: string
  /** Place at which the items begin that are not parsed yet. */
  start: number
  /** Items of the parts before; undefined: the list is not longer than a part so far. */
  items: unknown[] | undefined
}

/** Parses long lists directly within an object part by part as they come, and all else at the end. */
class LongListReader {
  readonly #part: number
  readonly #turn = new Turn()
  /** Text that is not parsed yet, and what has come since it was looked through. */
  #text = ''
  #more = ''
  /** Characters of it that have been looked through. */
  #at = 0
  /** Place at which a text begins that has not ended yet. */
  #openText: number | undefined
  #depth = 0
  /** The last text directly within the object, and where it ends. */
  #key = ''
  #keyEnd = 0
  #list: OpenList | undefined
  /** Text that is parsed at the end: all but the items of long lists. */
  #rest = ''
  readonly #lists: [key: string, items: unknown[]][] = []
  /** Begins what stands in the place of long lists: of properties of one name the last counts, which may be another value. */
  readonly #mark = randomUUID()

  constructor(part: number) {
    this.#part = part
  }

  async add(more: string): Promise<void> {
    this.#more += more
    // a small text has no long list; and each look copies what is kept, so a text that grows is looked through less and less often
    if (this.#more.length > Math.max(this.#part, this.#text.length / 2)) await this.#lookThrough()
  }

  async end(): Promise<unknown> {
    const isSmall = this.#rest === '' && this.#text === ''
    if (isSmall) this.#text = this.#more
    else await this.#lookThrough()
    const value = JSON.parse(this.#rest + this.#text) as Record<string, unknown>
    for (const [at, [key, items]] of this.#lists.entries()) {
      const kept = ownValue(value, key)
      if (Array.isArray(kept) && kept[0] === this.#markOf(at)) value[key] = items
    }
    return value
  }

  #markOf(list: number): string {
    return `${this.#mark} ${list}`
  }

  async #lookThrough(): Promise<void> {
    this.#text += this.#more
    this.#more = ''
    const structure = /["[\]{},]/g
    for (let steps = 1; this.#openText === undefined || this.#endText(this.#openText); steps++) {
      structure.lastIndex = this.#at
      const match = structure.exec(this.#text)
      if (!match) break
      this.#at = match.index + 1
      this.#note(match[0], match.index)
      if (steps % 10_000 === 0 || this.#at === 0) await this.#turn.pause()
    }
    this.#at = this.#text.length
  }

  #note(mark: string, index: number): void {
    if (mark === '"') this.#openText = index
    else if (mark === '[' || mark === '{') {
      this.#depth += 1
      const isNamed = this.#depth === 2 && this.#text.slice(this.#keyEnd, index).trim() === ':'
      if (isNamed && mark === '[' && this.#key !== PROTOTYPE)
        this.#list = { key: this.#key, start: index + 1, items: undefined }
    } else if (mark === ',') {
      if (this.#depth === 2 && this.#list && index - this.#list.start >= this.#part)
        this.#take(this.#list, index, index + 1)
    } else {
      this.#depth -= 1
      if (this.#depth !== 1) return
      if (this.#list?.items) {
        this.#lists.push([JSON.parse(this.#list.key) as string, this.#list.items])
        this.#take(this.#list, index, index)
      }
      this.#list = undefined
    }
  }

  /** Ends a text if its end has come. */
  #endText(start: number): boolean {
    const end = endOfText(this.#text, this.#at)
    if (end === undefined) return false
    if (this.#depth === 1) [this.#key, this.#keyEnd] = [this.#text.slice(start, end), end]
    this.#openText = undefined
    this.#at = end
    return true
  }

  /** Parses the items of a long list up to a place, and goes on at another one. */
  #take(list: OpenList, end: number, next: number): void {
    list.items ??= []
    if (list.items.length === 0)
      this.#rest += `${this.#text.slice(0, list.start)}"${this.#markOf(this.#lists.length)}"`
    const items = JSON.parse(`[${this.#text.slice(list.start, end)}]`) as unknown[]
    if (items.length === 0) throw new SyntaxError(`An item is missing in ${list.key}`)
    for (const item of items) list.items.push(item)
    this.#text = this.#text.slice(next)
    // a bracket at the end of the list was noted already
    this.#at = next === end ? 1 : 0
    this.#keyEnd = 0
    list.start = 0
  }
}

/** Finds the end of a text that goes on at a place: after a quotation mark without a backslash that escapes it. Undefined: it has not come yet. */
function endOfText(text: string, from: number): number | undefined {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return end + 1
  }
  return undefined
}
