import type { ListedAccount } from '../schemas/access-overview.ts'

const COLUMNS = [
  'userId',
  'userName',
  'userEmail',
  'accountType',
  'rootRole',
  'groups',
  'accessibleProjects',
  'createdAt',
  'lastSeen',
] as const satisfies readonly (keyof ListedAccount)[]

/** The access overview as CSV (RFC 4180): the members of the JSON as columns, lists with commas inside. */
export function overviewCsv(items: readonly ListedAccount[]): string {
  const rows = items.map((item) => COLUMNS.map((column) => cell(item[column])).join(','))
  return [COLUMNS.join(','), ...rows, ''].join('\r\n')
}

function cell(value: string | number | readonly string[] | null | undefined): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  // what a spreadsheet would take for a formula becomes text: names are chosen by those who are listed
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
