import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { fromStamp, toStamp } from './stamp.ts'

/** A backup by its file; the instant stands in the name. */
export interface Backup {
  file: string
  takenAt: Date
}

export function backupFolder(dataDir: string): string {
  return path.join(dataDir, 'backups')
}

/** The name of a backup: `backups/<reason>-20261121T051213456Z.db`. */
export function backupFile(dataDir: string, reason: string, at: Date): string {
  return path.join(backupFolder(dataDir), `${reason}-${toStamp(at)}.db`)
}

/** All backups of a data folder, newest first. */
export function listBackups(dataDir: string): Backup[] {
  const folder = backupFolder(dataDir)
  return namesIn(folder)
    .flatMap((name) => {
      const takenAt = fromStamp(/-([^-]+)\.db$/.exec(name)?.[1] ?? '')
      return takenAt ? [{ file: path.join(folder, name), takenAt }] : []
    })
    .sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
}

/** Deletes unfinished backups. Run it only while no backup is being written. */
export function removeUnfinishedBackups(dataDir: string): void {
  const folder = backupFolder(dataDir)
  for (const name of namesIn(folder)) {
    if (/\.db\.tmp(-journal)?$/.test(name)) rmSync(path.join(folder, name), { force: true })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
