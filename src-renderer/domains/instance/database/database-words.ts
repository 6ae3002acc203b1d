import {
  type DatabaseCheckResult,
  type DatabaseInUse,
  type DatabaseMoveState,
  problemOfDatabaseUrl,
} from '#shared/instance/schemas/database.ts'
import { counted, figure } from '#ui/figures.ts'

const KIB = 1024
const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const
/** Rows that a move copies and compares in a minute on two cores, at least. */
const ROWS_A_MINUTE = 600_000

/** "812 KB", "1.1 GB" */
export function sizeWords(bytes: number): string {
  const power = bytes < KIB ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(KIB)), UNITS.length - 1)
  const size = bytes / KIB ** power
  return `${size >= 10 || power === 0 ? figure(Math.round(size)) : size.toFixed(1)} ${UNITS[power]}`
}

/** "SQLite 3.50.4" */
export const engineWords = ({ engine, version }: Pick<DatabaseInUse, 'engine' | 'version'>): string =>
  `${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${version}`

/** Estimates how long writes are refused: "about 2 minutes". */
export function durationWords(tables: DatabaseInUse['tables']): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `about ${counted(Math.max(1, Math.ceil(rows / ROWS_A_MINUTE)), 'minute')}`
}

/** Describes the problem of the URL as typed; undefined: none, or nothing is typed. */
export function problemOfUrl(text: string): string | undefined {
  const url = text.trim()
  if (url === '') return undefined
  if (URL.canParse(url) && new URL(url).password !== '') return 'Enter the password in its own field.'
  return problemOfDatabaseUrl(url)
}

/** Says what a check has found. */
export function checkWords({ problem, version, durability, content }: DatabaseCheckResult): string {
  if (problem !== null) return problem
  const found =
    content === 'unfinished'
      ? 'It holds a part of a move, which can be resumed.'
      : 'It is empty, and the user may create tables.'
  return `PostgreSQL ${version ?? ''}, ${durability ?? ''}. ${found}`
}

/** Share of a move that is done, from 0 to 1: copying, then comparing. */
export function progressOf({ tables, state }: Pick<DatabaseMoveState, 'tables' | 'state'>): number {
  if (state === 'moved') return 1
  const sum = (read: (table: DatabaseMoveState['tables'][number]) => number) =>
    tables.reduce((total, table) => total + read(table), 0)
  const rows = sum((table) => table.rows)
  return rows === 0 ? 0 : (sum((table) => table.copied) + sum((table) => table.compared)) / (2 * rows)
}

/** True while a move runs. */
export const isRunning = ({ state }: Pick<DatabaseMoveState, 'state'>): boolean =>
  state === 'preparing' || state === 'copying' || state === 'comparing'

/** States of a move, as badges. */
export const MOVE_WORDS = {
  none: ['', 'neutral'],
  preparing: ['Connecting', 'accent'],
  copying: ['Copying', 'accent'],
  comparing: ['Verifying', 'accent'],
  moved: ['Moved and verified', 'success'],
  stopped: ['Stopped', 'warning'],
  failed: ['Failed', 'danger'],
} as const satisfies Record<
  DatabaseMoveState['state'],
  readonly [string, 'neutral' | 'accent' | 'success' | 'warning' | 'danger']
>
