import type { Goal } from './goals.ts'

/** Width of a row's name, as `row` in report.ts writes it. */
const NAME = 36

/** Table that a bench has printed. */
export interface PrintedTable {
  heading: string
  columns: readonly string[]
  rows: readonly { name: string; cells: readonly string[] }[]
}

/** Reads the tables in the output of a bench: a heading ends with a blank line before it, or begins the output. */
export function readTables(output: string): PrintedTable[] {
  return output.split(/\n\s*\n/).flatMap((block) => {
    const lines = block.split('\n').filter((line) => line.length > NAME && /\S\s*$/.test(line.slice(NAME)))
    const [head, ...rest] = lines.map((line) => ({
      name: line.slice(0, NAME).trim(),
      cells: line
        .slice(NAME)
        .trim()
        .split(/\s{2,}/),
    }))
    return head && rest.length > 0 ? [{ heading: head.name, columns: head.cells, rows: rest }] : []
  })
}

/** Finds the figure of a goal; the worst one where several rows match. */
export function figureOf({ row, under = '', column, better }: Goal, output: string): number | undefined {
  const figures = readTables(output)
    .filter(({ heading }) => heading.includes(under))
    .flatMap(({ rows }) => rows)
    .filter(({ name }) => name.startsWith(row))
    .map(({ cells }) => Number(cells[column]?.replaceAll(',', '')))
    .filter(Number.isFinite)
  if (figures.length === 0) return undefined
  return better === 'lower' ? Math.max(...figures) : Math.min(...figures)
}

/** Reads what each bench printed when it ran last, from the page that keeps it. */
export function readFigures(page: string): Map<string, string> {
  return new Map(
    [...page.matchAll(/^## (\S+)\n\n```text\n([^]*?)\n```$/gm)].map(([, name = '', output = '']) => [
      name,
      output,
    ]),
  )
}
