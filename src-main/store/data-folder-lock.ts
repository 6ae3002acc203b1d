import { randomUUID } from 'node:crypto'
import { copyFileSync, constants, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { isRunning, startOf } from './process-start.ts'
import { DataFolderInUse } from './store-errors.ts'

const FILE = 'halyard.lock'

interface Owner {
  /** Of this lock, and of no other ever. */
  id: string
  pid: number
  /** When that process started, as the system counts: its number may have been given to another process since. */
  startedAt: string | null
}

/**
 * Takes an existing data folder for this process; answers the function that gives it back. The lock of a process that
 * is no more is taken over, by exactly one of those who try. Throws DataFolderInUse.
 *
 * It guards against processes of this machine: processes that do not see each other, as in two containers or on two
 * machines that share a folder, are not kept apart (design/store.md: "One process owns the file").
 */
export function lockDataFolder(folder: string): () => void {
  const file = path.join(folder, FILE)
  const mine: Owner = { id: randomUUID(), pid: process.pid, startedAt: startOf(process.pid) }
  acquire(file, mine, folder)
  return () => {
    // it may have been removed by hand, and be somebody else's by now
    if (readOwner(file)?.id === mine.id) rmSync(file, { force: true })
  }
}

function acquire(file: string, mine: Owner, folder: string): void {
  while (!create(file, mine)) {
    const owner = readOwner(file)
    if (owner === null) continue // given back just now
    if (isRunning(owner)) throw new DataFolderInUse(folder, owner.pid)
    takeOver(file, owner, mine, folder)
    return
  }
}

/**
 * To look whose the lock is and to replace it are two steps, and another process may take it over in between. So there
 * is a lock on taking over the lock of this very owner; under it one looks again.
 */
function takeOver(file: string, dead: Owner, mine: Owner, folder: string): void {
  const guard = `${file}.${dead.id}`
  acquire(guard, mine, folder)
  try {
    const owner = readOwner(file)
    if (owner?.id === dead.id) return replace(file, mine)
  } finally {
    rmSync(guard, { force: true })
  }
  acquire(file, mine, folder)
}

/** Makes the file with its content in one step, so that nobody reads it half-written; false: there is one. */
function create(file: string, owner: Owner): boolean {
  return withDraft(file, owner, (draft) => {
    try {
      linkSync(draft, file)
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false
      return copyExclusively(draft, file) // a file system without hard links
    }
    return true
  })
}

function copyExclusively(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function replace(file: string, owner: Owner): void {
  withDraft(file, owner, (draft) => renameSync(draft, file))
}

function withDraft<T>(file: string, owner: Owner, use: (draft: string) => T): T {
  const draft = `${file}.draft-${owner.id}`
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 })
  try {
    return use(draft)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Who holds a lock; null: there is none. One that says nothing sensible, as after a power cut, is of no process. */
function readOwner(file: string): Owner | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  try {
    const { id, pid, startedAt } = JSON.parse(text) as Partial<Owner>
    if (typeof id === 'string' && /^[\w-]+$/.test(id) && typeof pid === 'number') {
      return { id, pid, startedAt: startedAt ?? null }
    }
  } catch {
    // not JSON
  }
  return { id: 'unreadable', pid: 0, startedAt: null }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
