export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Two values as JSON, line by line: what is in both, what went, what came. Nothing at all has no lines. */
export function diffJson(before: unknown, after: unknown): DiffLine[] {
  return diffLines(linesOf(before), linesOf(after))
}

const linesOf = (value: unknown): string[] =>
  value === undefined ? [] : JSON.stringify(value, null, 2).split('\n')

/** The shortest way from one text to the other, by the longest lines that they have in common. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const common = commonLengths(before, after)
  const length = (i: number, j: number) => common[i]?.[j] ?? 0
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    const was = before[i]
    const is = after[j]
    if (was !== undefined && was === is) {
      lines.push({ kind: 'same', text: was })
      i++
      j++
    } else if (was !== undefined && (is === undefined || length(i + 1, j) >= length(i, j + 1))) {
      lines.push({ kind: 'removed', text: was })
      i++
    } else if (is !== undefined) {
      lines.push({ kind: 'added', text: is })
      j++
    }
  }
  return lines
}

/** How many lines the rests of both texts have in common, from each place on. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const table = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      table[i]![j] =
        before[i] === after[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!)
  return table
}
