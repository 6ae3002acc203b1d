import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

/** A backup by its file; the instant stands in the name. */
export interface Backup {
  file: string
  takenAt: Date
}

const NAME = /-(\d{8}T\d{9}Z)\.db$/

export function backupFolder(dataDir: string): string {
  return path.join(dataDir, 'backups')
}

/** `backups/<reason>-20261121T051213456Z.db` */
export function backupFile(dataDir: string, reason: string, at: Date): string {
  return path.join(backupFolder(dataDir), `${reason}-${at.toISOString().replace(/[-:.]/g, '')}.db`)
}

/** All backups of a data folder, newest first. */
export function listBackups(dataDir: string): Backup[] {
  const folder = backupFolder(dataDir)
  return readNames(folder)
    .flatMap((name) => {
      const stamp = NAME.exec(name)?.[1]
      return stamp ? [{ file: path.join(folder, name), takenAt: parseStamp(stamp) }] : []
    })
    .sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function parseStamp(stamp: string): Date {
  const [, year, month, day, hour, minute, second, ms] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(stamp) ?? []
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
}

/**
 * Writes a file by `write`, so that under its own name it is there complete or not at all: written beside, synced,
 * renamed, the folder synced (design/store.md, "Backup").
 */
export function writeWhole(file: string, write: (temporary: string) => void): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.tmp`
  rmSync(temporary, { force: true })
  try {
    write(temporary)
    syncPath(temporary, 'r+')
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  syncFolder(path.dirname(file))
}

/** Brings the names in a folder to the disk; Windows needs no telling. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') syncPath(folder, 'r')
}

function syncPath(name: string, flags: 'r' | 'r+'): void {
  const fd = openSync(name, flags)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
