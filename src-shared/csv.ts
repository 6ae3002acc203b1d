export type CsvCell = string | number | boolean | null | undefined

/** Rows as CSV (RFC 4180), each ended by CRLF. Text that a spreadsheet would take for a formula is kept text by a leading apostrophe. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(value: CsvCell): string {
  // only text can come from other users; numbers cannot be formulas
  const text = typeof value === 'string' ? withoutFormula(value) : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const withoutFormula = (text: string) => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)
