/** Longer texts are not searched letter by letter: nobody abbreviates so much. */
const MAX_ABBREVIATION = 16

/** A text to find names by, as patterns of SQL's `like` with `\` as escape. */
export interface NamePattern {
  readonly exact: string
  readonly beginning: string
  readonly part: string
  /** Every word, in whatever order. */
  readonly words: readonly string[]
  /** The letters in their order, with others between them: `nwchk` for `new-checkout`. */
  readonly letters: string
}

const escape = (text: string) => text.replace(/[\\%_]/g, (one) => `\\${one}`)

export function toNamePattern(text: string): NamePattern {
  const whole = text.trim().replace(/\s+/g, ' ')
  const words = whole.split(' ')
  const letters = [...whole.replaceAll(' ', '')]
  return {
    exact: escape(whole),
    beginning: `${escape(whole)}%`,
    part: `%${escape(whole)}%`,
    words: words.map((word) => `%${escape(word)}%`),
    letters: letters.length > MAX_ABBREVIATION ? `%${escape(whole)}%` : `%${letters.map(escape).join('%')}%`,
  }
}
