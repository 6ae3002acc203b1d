import { toCsv, type CsvCell } from '../../csv.ts'
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

/** The access overview as CSV: the members of the JSON as columns, lists with commas inside. */
export function overviewCsv(items: readonly ListedAccount[]): string {
  return toCsv([COLUMNS, ...items.map((item) => COLUMNS.map((column) => cell(item[column])))])
}

const cell = (value: string | number | readonly string[] | null | undefined): CsvCell =>
  typeof value === 'object' && value !== null ? value.join(', ') : value
