import { createHash, randomBytes } from 'node:crypto'
import {
  copyFileSync,
  constants,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { isRunning, startOf } from './process-start.ts'
import { isFull } from './sqljs/open-files.ts'
import { DataFolderInUse } from './store-errors.ts'

const FILE = 'halyard.lock'
const ID_BYTES = 6
/** A draft that is older was left by a process that ended while it wrote it. */
const DRAFT_MS = 60_000

interface Owner {
  /** Unique id of this lock. */
  id: string
  pid: number
  /**
   * Start time of that process, in the system's own form. It tells apart processes that reuse the same
   * number.
   */
  startedAt: string | null
}

/**
 * Locks an existing data folder for this process. Returns the function that releases it. The lock of a dead
 * process is taken over, by exactly one of the processes that try. Throws DataFolderInUse. It guards only
 * against processes of this machine. Processes that do not see each other, as in two containers or on two
 * machines that share a folder, are not kept apart (ADR 0002).
 */
export function lockDataFolder(folder: string): () => void {
  const file = path.join(folder, FILE)
  const mine: Owner = {
    id: randomBytes(ID_BYTES).toString('hex'),
    pid: process.pid,
    startedAt: startOf(process.pid),
  }
  acquire(file, mine, folder)
  removeDrafts(folder)
  return () => {
    // it may have been removed by hand and now belong to another process
    if (readOwner(file)?.id === mine.id) rmSync(file, { force: true })
  }
}

function acquire(file: string, mine: Owner, folder: string): void {
  while (!create(file, mine)) {
    const owner = readOwner(file)
    if (owner === null) continue // released just now
    if (isRunning(owner)) throw new DataFolderInUse(folder, owner.pid)
    takeOver(file, owner, mine, folder)
    return
  }
}

/**
 * Takes over the lock of a dead owner. Checking the owner and replacing the lock are two steps, and another
 * process may take it over in between. A second lock, on this owner's lock, prevents that; the owner is
 * checked again under it.
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

/**
 * Creates the file with its content in one step, so that no process reads it half-written. Returns false if
 * it exists.
 */
function create(file: string, owner: Owner): boolean {
  try {
    return withDraft(file, owner, (draft) => {
      try {
        linkSync(draft, file)
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false
        return copyExclusively(draft, file) // a file system without hard links
      }
      return true
    })
  } catch (error) {
    if (!isFull(error)) throw error
    return createLink(file, owner)
  }
}

/**
 * Creates the lock as a symbolic link, for a full disk. A short link is stored in the directory entry and
 * needs no space, so an instance can start for reading.
 */
function createLink(file: string, owner: Owner): boolean {
  try {
    symlinkSync(toLink(owner), file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

const toLink = ({ id, pid, startedAt }: Owner) =>
  `${id}:${pid}:${startedAt === null ? '' : digest(startedAt)}`
const digest = (startedAt: string) => createHash('sha256').update(startedAt).digest('hex').slice(0, 16)

function fromLink(target: string): Owner | null {
  const [, id, pid, started] = /^([\w-]+):(\d+):(\w*)$/.exec(target) ?? []
  if (id === undefined || started === undefined) return null
  const actual = startOf(Number(pid))
  if (started === '') return { id, pid: Number(pid), startedAt: null }
  return {
    id,
    pid: Number(pid),
    startedAt: actual !== null && digest(actual) === started ? actual : 'another',
  }
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
  try {
    withDraft(file, owner, (draft) => renameSync(draft, file))
  } catch (error) {
    if (!isFull(error)) throw error
    const draft = draftOf(file, owner)
    symlinkSync(toLink(owner), draft)
    renameSync(draft, file)
  }
}

function withDraft<T>(file: string, owner: Owner, use: (draft: string) => T): T {
  const draft = draftOf(file, owner)
  try {
    writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 })
    return use(draft)
  } finally {
    rmSync(draft, { force: true })
  }
}

const draftOf = (file: string, { id }: Owner) => `${file}.draft-${id}`

/** Removes what processes have left that ended while they took the lock. */
function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${FILE}.draft-`)) continue
    const draft = path.join(folder, name)
    try {
      if (Date.now() - lstatSync(draft).mtimeMs > DRAFT_MS) rmSync(draft, { force: true })
    } catch {
      // its owner removed it meanwhile
    }
  }
}

/**
 * Reads the owner of a lock. Returns null if there is no lock. An unreadable lock, as after a power cut,
 * belongs to no process.
 */
function readOwner(file: string): Owner | null {
  let text: string
  try {
    if (lstatSync(file).isSymbolicLink()) return fromLink(readlinkSync(file)) ?? NOBODY
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
  return NOBODY
}

const NOBODY: Owner = { id: 'unreadable', pid: 0, startedAt: null }
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
