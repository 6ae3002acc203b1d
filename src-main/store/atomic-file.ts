import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

/**
 * Writes a file by `write`, so that under its own name it is there complete or not at all: written beside, synced,
 * renamed, the folder synced. Throws what the operating system says.
 */
export function writeAtomically(file: string, write: (temporary: string) => void): void {
  makeFolder(path.dirname(file))
  const temporary = `${file}.tmp`
  rmSync(temporary, { force: true })
  try {
    write(temporary)
    syncFile(temporary)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  syncFolder(path.dirname(file))
}

/** Makes a folder, and those above it, for the owner alone; it survives a power cut. */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  // sync the parent folder of each new name
  for (let made = path.resolve(folder); made.length >= first.length; made = path.dirname(made)) {
    syncFolder(path.dirname(made))
  }
}

/** Brings the names in a folder to the disk; Windows needs no telling. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r')
}

/** Brings the content of a file to the disk. */
export function syncFile(file: string): void {
  sync(file, 'r+')
}

function sync(name: string, flags: 'r' | 'r+'): void {
  const fd = openSync(name, flags)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
