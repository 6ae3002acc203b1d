import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'

import { DataFolderInUse } from './store-errors.ts'

const FILE = 'halyard.lock'

interface Owner {
  pid: number
  /** When that process started, as the system counts: a number may have been given to another process since. */
  startedAt: string | null
}

/**
 * Takes the data folder for this process, creating it if it is not there; answers the function that gives it back. The
 * lock of a process that is no more is taken over. Throws DataFolderInUse.
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, FILE)
  const mine: Owner = { pid: process.pid, startedAt: startOf(process.pid) }
  for (;;) {
    try {
      const fd = openSync(file, 'wx', 0o600) // made by exactly one process
      writeSync(fd, JSON.stringify(mine))
      closeSync(fd)
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = readOwner(file)
    if (owner && isAlive(owner)) throw new DataFolderInUse(folder, owner.pid)
    rmSync(file, { force: true })
  }
}

/** Who holds the lock; undefined: it says nothing sensible, as after a power cut. */
function readOwner(file: string): Owner | undefined {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as Partial<Owner>
    return typeof owner.pid === 'number' ? { pid: owner.pid, startedAt: owner.startedAt ?? null } : undefined
  } catch {
    return undefined
  }
}

function isAlive({ pid, startedAt }: Owner): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const now = startOf(pid)
  return startedAt === null || now === null || startedAt === now
}

/** The start of a process in ticks since boot, where the system tells cheaply (Linux). */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name in parentheses may hold anything; the start is the 22nd field, the 20th after it
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
