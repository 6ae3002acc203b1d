const MAX_LINES = 300
const MAX_LENGTH = 4000

/** The last lines of a log, for a bug report: bounded in number and in length. */
export class LogTail {
  readonly #lines: string[] = []

  add(line: string): void {
    // a part of a line would hide from those who mask its fields by their names
    const isTooLong = line.length > MAX_LENGTH
    this.#lines.push(
      isTooLong ? JSON.stringify({ msg: `${line.length} characters, left out` }) : line.trimEnd(),
    )
    if (this.#lines.length > MAX_LINES) this.#lines.shift()
  }

  /** The lines, oldest first. */
  get lines(): string[] {
    return [...this.#lines]
  }
}
