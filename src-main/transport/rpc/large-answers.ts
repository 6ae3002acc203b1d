import { randomUUID } from 'node:crypto'

import { Turn } from '#runtime/turn.ts'

/**
 * Large answers of one request, as JSON in parts. tRPC writes a mark in place of each, because it would make one text of all of
 * them in one turn of the event loop.
 */
export class LargeAnswers {
  readonly #parts = new Map<string, readonly Buffer[]>()

  get isEmpty(): boolean {
    return this.#parts.size === 0
  }

  /** Keeps an answer; returns the mark for it, which no text of a user can hold. */
  keep(parts: readonly Buffer[]): string {
    const mark = randomUUID()
    this.#parts.set(mark, parts)
    return mark
  }

  /** Writes a response with the answers in place of their marks, each as the content of a JSON string; with pauses for other requests. */
  async *fill(response: string): AsyncGenerator<string> {
    const turn = new Turn()
    const places = [...this.#parts]
      .map(([mark, parts]) => ({ mark, parts, at: response.indexOf(mark) }))
      .filter(({ at }) => at >= 0)
      .sort((one, other) => one.at - other.at)
    let written = 0
    for (const { mark, parts, at } of places) {
      yield response.slice(written, at)
      for (const part of parts) {
        yield JSON.stringify(part.toString()).slice(1, -1)
        await turn.pause()
      }
      written = at + mark.length
    }
    yield response.slice(written)
  }
}
