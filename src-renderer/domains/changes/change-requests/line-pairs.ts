import { diffArrays } from 'diff'

export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Beyond so many changed lines the texts are shown one after the other: time grows with the square of the changes. */
const MAX_CHANGED_LINES = 2000

/** Lines of a value as JSON. Nothing at all has no lines. */
export const jsonLines = (value: unknown): string[] =>
  value === undefined ? [] : JSON.stringify(value, null, 2).split('\n')

/** The shortest way from one text to the other (Myers). */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_CHANGED_LINES })
  if (!parts) return [...toLines(before, 'removed'), ...toLines(after, 'added')]
  return parts.flatMap(({ value, added, removed }) =>
    toLines(value, added ? 'added' : removed ? 'removed' : 'same'),
  )
}

const toLines = (lines: readonly string[], kind: DiffLine['kind']): DiffLine[] =>
  lines.map((text) => ({ kind, text }))

/** A line of two texts side by side; absent where it stands in the other one only. */
export interface LinePair {
  before?: string
  after?: string
  differs: boolean
}

/** Sets lines that went beside those that came in their place. */
export function pairLines(lines: readonly DiffLine[]): LinePair[] {
  const pairs: LinePair[] = []
  // the first pair of the current run of changes that still has no line at the right
  let open = 0
  for (const { kind, text } of lines) {
    if (kind === 'removed') pairs.push({ before: text, differs: true })
    else if (kind === 'same') {
      pairs.push({ before: text, after: text, differs: false })
      open = pairs.length
    } else {
      const pair = pairs[open++]
      if (pair) pair.after = text
      else pairs.push({ after: text, differs: true })
    }
  }
  return pairs
}
