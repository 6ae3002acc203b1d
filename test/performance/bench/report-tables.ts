import type { PrintedTable } from './read-output.ts'

/** Column of the rates of a bare server; the last column is the ratio to them. */
const OTHER = /^bare/
/** Column of a growth bench that is compared: CPU time, which other processes change least. */
const CPU = 1

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const rule = (columns: number) => line(['---', ...Array.from({ length: columns - 1 }, () => '---:')])

/** Writes the rates beside those of a bare server, with their ratio. */
export function ratioTable(tables: readonly PrintedTable[]): string {
  const rows = tables
    .filter(({ columns }) => OTHER.test(columns[1] ?? '') && columns.at(-1) === 'ratio')
    .flatMap(({ heading, rows: ofTable, columns }) =>
      ofTable
        .filter(({ cells }) => cells.length === columns.length)
        .map(({ name, cells }) => line([[heading, name].filter(Boolean).join(', '), ...cells])),
    )
  if (rows.length === 0) return 'Not measured.'
  return [line(['', 'Halyard', 'bare Fastify', 'ratio']), rule(4), ...rows].join('\n')
}

/** Writes the CPU time of requests at each size, and how many times the first the last one is. */
export function growthTable(tables: readonly PrintedTable[]): string {
  const sizes = tables[0]?.rows.map(({ name }) => name) ?? []
  const rows = tables.map(({ heading, rows: ofTable }) => {
    const times = ofTable.map(({ cells }) => cells[CPU] ?? '')
    const growth = Number(times.at(-1)) / Number(times[0])
    return line([heading, ...times, growth.toFixed(1)])
  })
  return [line(['CPU ms of a request', ...sizes, 'growth']), rule(sizes.length + 2), ...rows].join('\n')
}
