import { toCsv } from '../../csv.ts'
import type { LoginEvent } from '../schemas/login-history.ts'

const COLUMNS = ['id', 'username', 'auth_type', 'created_at', 'successful', 'ip', 'failure_reason'] as const

/** Makes CSV of the login history: the published members as columns. */
export function loginCsv(events: readonly LoginEvent[]): string {
  return toCsv([COLUMNS, ...events.map((event) => COLUMNS.map((column) => event[column]))])
}
