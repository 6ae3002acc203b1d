import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

import { listBackups } from './backups.ts'

/**
 * Traces of a database: the mark of a clean close, its log, files left by restores and damage, and the key of its secrets,
 * which is made only once there is a database.
 */
const TRACES = [
  /^halyard\.closed$/,
  /^halyard\.db-wal$/,
  /^halyard\.db\.(replaced-|corrupt-|restored$|tmp$)/,
  /^sealing\.key(\.protected)?$/,
]
const MAX_NAMED = 3

/**
 * Describes a database that is gone although there was one: "is missing" or "is empty (0 bytes)", and what shows that
 * there was one. Undefined: there is a database, or there never was.
 */
export function describeLoss(file: string): string | undefined {
  const isThere = existsSync(file)
  if (isThere && statSync(file).size > 0) return undefined
  const folder = path.dirname(file)
  const backups = listBackups(folder).length
  const found = [
    ...readdirSync(folder).filter((name) => TRACES.some((trace) => trace.test(name))),
    ...(backups > 0 ? [`${backups} ${backups === 1 ? 'backup' : 'backups'}`] : []),
  ]
  if (found.length === 0) return undefined
  const named = found.slice(0, MAX_NAMED).join(', ') + (found.length > MAX_NAMED ? ' and more' : '')
  return `${file} is ${isThere ? 'empty (0 bytes)' : 'missing'}, but there was a database here: its folder holds ${named}`
}
