import { diffArrays } from 'diff'

export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Beyond so many changed lines the texts are shown one after the other: time grows with the square of the changes. */
const MAX_CHANGED_LINES = 2000

/** Two values as JSON, line by line: what is in both, what went, what came. Nothing at all has no lines. */
export function diffJson(before: unknown, after: unknown): DiffLine[] {
  return diffLines(linesOf(before), linesOf(after))
}

const linesOf = (value: unknown): string[] =>
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
