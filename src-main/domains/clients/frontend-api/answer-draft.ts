import type { Digest, DigestedText } from './toggle-text.ts'

/** Bytes of an answer: a range of ready ones, or a text. */
type Piece = { readonly from: Buffer; readonly start: number; readonly end: number } | string

const TAIL = ']}'

/**
 * The flags of an answer, put together piece by piece. Its ETag is the sum of their digests: it costs next to nothing, and
 * stays the same when a change does not concern the answer.
 */
export class AnswerDraft {
  readonly #head: string
  readonly #pieces: Piece[] = []
  /** Bytes of all flags, each with a comma behind it. */
  #size = 0
  #a = 0
  #b = 0
  #c = 0
  #d = 0

  constructor(list: 'toggles' | 'flags') {
    this.#head = `{"${list}":[`
  }

  addText({ json, size, digest: [a, b, c, d] }: DigestedText): void {
    this.#pieces.push(json)
    this.#size += size + 1
    this.addDigest(a, b, c, d)
  }

  /** Adds flags that are ready as bytes, each with a comma behind it. Their digests are added by the caller. */
  addBytes(from: Buffer, start: number, end: number): void {
    this.#pieces.push({ from, start, end })
    this.#size += end - start
  }

  addDigest(...[a, b, c, d]: Digest): void {
    this.#a = (this.#a + a) | 0
    this.#b = (this.#b + b) | 0
    this.#c = (this.#c + c) | 0
    this.#d = (this.#d + d) | 0
  }

  get etag(): string {
    const sums = Buffer.from(Int32Array.of(this.#a, this.#b, this.#c, this.#d).buffer)
    return `W/"${this.#size.toString(16)}-${sums.toString('base64url')}"`
  }

  bytes(): Buffer {
    // the last comma becomes the end
    const bytes = Buffer.allocUnsafe(this.#head.length + Math.max(this.#size - 1, 0) + TAIL.length)
    let at = bytes.write(this.#head)
    for (const piece of this.#pieces)
      if (typeof piece === 'string') {
        at += bytes.write(piece, at)
        at += bytes.write(',', at)
      } else at += piece.from.copy(bytes, at, piece.start, piece.end)
    bytes.write(TAIL, bytes.length - TAIL.length)
    return bytes
  }
}
