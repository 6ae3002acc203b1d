import type { FlagTable, TableEvaluation } from '#shared/flags/evaluation/index.ts'
import type { Turn } from '#runtime/turn.ts'
import type { AnswerDraft } from './answer-draft.ts'
import type { DigestedText, ToggleText } from './toggle-text.ts'

/** Longer texts are written for each answer, so that tables stay small. */
const MAX_TEXT = 2000
/** Rows between two looks at the clock. */
const STEP = 64
const DIGEST_LENGTH = 4

/** A table of flags with the bytes that most of them have in answers, in order: neighbours are copied together. */
export class AnswerTable {
  readonly flags: FlagTable<ToggleText>
  readonly bytes: Buffer
  /** By row, each with a comma behind it. A row without bytes begins where it ends. */
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  readonly #digests: Int32Array

  private constructor(flags: FlagTable<ToggleText>, size: number) {
    const rows = flags.always.length
    this.flags = flags
    this.bytes = Buffer.allocUnsafeSlow(size)
    this.#starts = new Int32Array(rows)
    this.#ends = new Int32Array(rows)
    this.#digests = new Int32Array(rows * DIGEST_LENGTH)
  }

  static async of(flags: FlagTable<ToggleText>, turn: Turn): Promise<AnswerTable> {
    const texts: (DigestedText | undefined)[] = []
    let size = 0
    for (const outcome of flags.always) {
      const text = outcome?.rendered.plain
      const isKept = text && text.size <= MAX_TEXT
      // strategies of a flag mostly turn it on alike
      if (isKept && text.json !== texts.at(-1)?.json) size += text.size + 1
      texts.push(isKept ? text : undefined)
      if (texts.length % STEP === 0 && turn.isOver) await turn.pause()
    }
    const table = new AnswerTable(flags, size)
    table.#fill(texts)
    return table
  }

  #fill(texts: readonly (DigestedText | undefined)[]): void {
    let at = 0
    for (const [row, text] of texts.entries()) {
      if (!text) continue
      this.#digests.set(text.digest, row * DIGEST_LENGTH)
      if (row > 0 && text.json === texts[row - 1]?.json) this.#starts[row] = this.#starts[row - 1] ?? 0
      else {
        this.#starts[row] = at
        at += this.bytes.write(`${text.json},`, at)
      }
      this.#ends[row] = at
    }
  }

  /** Puts the flags that are on into an answer. */
  write({ picks, others, on }: TableEvaluation<ToggleText>, draft: AnswerDraft): void {
    const [starts, ends, digests, { always }] = [this.#starts, this.#ends, this.#digests, this.flags]
    let [from, to] = [0, 0]
    for (let index = 0; index < on; index += 1) {
      const row = picks[index] ?? 0
      const start = row < 0 ? 0 : (starts[row] ?? 0)
      const end = row < 0 ? 0 : (ends[row] ?? 0)
      if (start < end) {
        const digest = row * DIGEST_LENGTH
        draft.addDigest(
          digests[digest] ?? 0,
          digests[digest + 1] ?? 0,
          digests[digest + 2] ?? 0,
          digests[digest + 3] ?? 0,
        )
        if (start !== to) {
          if (from < to) draft.addBytes(this.bytes, from, to)
          from = start
        }
        to = end
        continue
      }
      if (from < to) draft.addBytes(this.bytes, from, to)
      from = to = 0
      const outcome = row >= 0 ? always[row] : others[~row]
      if (outcome) draft.addText(outcome.rendered.plain)
    }
    if (from < to) draft.addBytes(this.bytes, from, to)
  }
}
