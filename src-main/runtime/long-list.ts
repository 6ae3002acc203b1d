import { largeJson, PartWriter } from './json-in-steps.ts'
import type { LongText } from './long-text.ts'

/** A list whose items are made one by one as they are sent, so that nobody holds all of them. It is read once. */
export class LongList<T> implements AsyncIterable<T> {
  readonly #items: AsyncIterable<T>

  constructor(items: AsyncIterable<T>) {
    this.#items = items
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    return this.#items[Symbol.asyncIterator]()
  }

  map<R>(change: (item: T) => R): LongList<R> {
    const items = this.#items
    return new LongList(
      (async function* () {
        for await (const item of items) yield change(item)
      })(),
    )
  }
}

/** Wire form of an answer with such texts, and with long lists: they are plain ones on the wire. */
export type AsRead<R> = R extends LongText
  ? string
  : R extends { text: string | LongText }
    ? Omit<R, 'text'> & { text: string }
    : R extends { features: LongList<infer T> }
      ? Omit<R, 'features'> & { features: T[] }
      : R

/** Reads all of a source. */
export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of source) items.push(item)
  return items
}

/** An answer with such lists among its properties. */
export type WithLongLists = Readonly<Record<string, unknown>>

/** Checks whether an answer has such a list: only among its own properties, not further down. */
export const hasLongLists = (answer: unknown): answer is WithLongLists =>
  typeof answer === 'object' &&
  answer !== null &&
  Object.values(answer).some((property) => property instanceof LongList)

/** Turns the long lists of an answer into usual ones. */
export async function withUsualLists(answer: WithLongLists): Promise<Record<string, unknown>> {
  const entries: [string, unknown][] = []
  for (const [key, property] of Object.entries(answer))
    entries.push([key, property instanceof LongList ? await collect(property) : property])
  return Object.fromEntries(entries)
}

/** Makes the JSON text of an answer with long lists, part by part. */
export async function* longListsJson(answer: WithLongLists): AsyncGenerator<Buffer> {
  let mark = '{'
  for (const [key, property] of Object.entries(answer)) {
    if (property === undefined) continue
    yield Buffer.from(`${mark}${JSON.stringify(key)}:`)
    mark = ','
    if (property instanceof LongList) yield* listJson(property)
    else yield* await largeJson(property)
  }
  yield Buffer.from('}')
}

/** Characters of a list that are sent together: what is made ahead of the client stays small. */
const PART = 2 ** 16

async function* listJson(list: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  const writer = new PartWriter(PART)
  let mark = '['
  for await (const item of list) {
    writer.mark(mark)
    await writer.write(item)
    mark = ','
    yield* writer.take()
  }
  writer.mark(mark === '[' ? '[]' : ']')
  yield* writer.end()
}
