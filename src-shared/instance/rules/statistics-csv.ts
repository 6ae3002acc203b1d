import type { InstanceStatistics } from '../schemas/instance-statistics.ts'

/**
 * Formats statistics as CSV: one line of names, one of values. A value that is not a scalar is written as
 * JSON (recorded exchange instance/instance-statistics-csv).
 */
export function statisticsCsv(statistics: InstanceStatistics): string {
  const names = Object.keys(statistics).map(quote)
  const values = Object.values(statistics).map((value) =>
    typeof value === 'string'
      ? quote(value)
      : typeof value === 'object'
        ? quote(JSON.stringify(value))
        : String(value),
  )
  return `${names.join(',')}\n${values.join(',')}`
}

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
