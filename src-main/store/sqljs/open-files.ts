import path from 'node:path'

import { realFileSystem, type FileSystem } from './file-system.ts'
import { BUSY, OK } from './result-codes.ts'

/** SQLite's lock levels. */
export const UNLOCKED = 0
export const SHARED = 1
export const RESERVED = 2
export const PENDING = 3
export const EXCLUSIVE = 4

export interface OpenFile {
  readonly fs: FileSystem
  readonly fd: number
  readonly path: string
  readonly deleteOnClose: boolean
  /** Newly made: its folder must be synced with it, or a power cut takes the name away. */
  needsFolderSync: boolean
  lock: number
}

interface Locks {
  shared: number
  reserved: OpenFile | null
  pending: OpenFile | null
  exclusive: OpenFile | null
}

/** Calls that reached the operating system: what a write costs is measured in these. */
export interface IoCounts {
  reads: number
  writes: number
  bytesWritten: number
  syncs: number
}

/**
 * The files that SQLite has open, and the locks between connections of this process. Other processes are kept out by
 * the data folder's own lock.
 */
export class OpenFiles {
  readonly counts: IoCounts = { reads: 0, writes: 0, bytesWritten: 0, syncs: 0 }
  /** The last error of the operating system: SQLite itself says no more than "disk I/O error". */
  lastError: unknown
  readonly #files: (OpenFile | undefined)[] = [undefined] // 0 is no file
  readonly #locks = new Map<string, Locks>()

  /** Folders that are on another file system than the real one: tests' disks that fail or forget. */
  readonly #mounts = new Map<string, FileSystem>()

  mount(folder: string, fs: FileSystem): void {
    this.#mounts.set(path.resolve(folder), fs)
  }

  /** The file system that a file of a folder is on. */
  fsOf(file: string): FileSystem {
    return this.#mounts.get(path.dirname(path.resolve(file))) ?? realFileSystem
  }

  add(file: OpenFile): number {
    const free = this.#files.indexOf(undefined, 1)
    const id = free < 0 ? this.#files.length : free
    this.#files[id] = file
    return id
  }

  get(id: number): OpenFile {
    const file = this.#files[id]
    if (!file) throw new Error(`SQLite names a file that is not open: ${id}`)
    return file
  }

  remove(id: number): void {
    this.#files[id] = undefined
  }

  find(file: string): OpenFile | undefined {
    const wanted = path.resolve(file)
    return this.#files.find((one) => one?.path === wanted)
  }

  syncFolder(folder: string): void {
    if (process.platform === 'win32') return // a folder cannot be opened there; NTFS keeps names by its journal
    const fs = this.#mounts.get(folder) ?? realFileSystem
    const fd = fs.openSync(folder, 'r')
    try {
      fs.fsyncSync(fd)
    } finally {
      fs.closeSync(fd)
    }
  }

  lock(file: OpenFile, wanted: number): number {
    const locks = this.#locksOf(file)
    if (file.lock >= wanted) return OK
    if (wanted === SHARED) {
      if (locks.pending || locks.exclusive) return BUSY
      locks.shared++
      file.lock = SHARED
      return OK
    }
    if (locks.reserved && locks.reserved !== file) return BUSY
    if (wanted === RESERVED) {
      locks.reserved = file
      file.lock = RESERVED
      return OK
    }
    if (locks.pending && locks.pending !== file) return BUSY
    locks.pending = file
    file.lock = Math.max(file.lock, PENDING)
    if (wanted === PENDING) return OK
    if (locks.shared > 1) return BUSY
    locks.exclusive = file
    file.lock = EXCLUSIVE
    return OK
  }

  unlock(file: OpenFile, to: number): void {
    if (file.lock <= to) return
    const locks = this.#locksOf(file)
    if (locks.exclusive === file) locks.exclusive = null
    if (locks.pending === file) locks.pending = null
    if (locks.reserved === file && to < RESERVED) locks.reserved = null
    if (to === UNLOCKED) locks.shared--
    file.lock = to
  }

  isReserved(file: OpenFile): boolean {
    return this.#locksOf(file).reserved !== null
  }

  #locksOf({ path: name }: OpenFile): Locks {
    const existing = this.#locks.get(name)
    if (existing) return existing
    const locks: Locks = { shared: 0, reserved: null, pending: null, exclusive: null }
    this.#locks.set(name, locks)
    return locks
  }
}

/** Runs what may fail at the operating system; answers SQLite's code for the failure, and keeps the error. */
export function attempt(files: OpenFiles, code: number, fullCode: number, run: () => number): number {
  try {
    return run()
  } catch (error) {
    files.lastError = error
    const name = (error as NodeJS.ErrnoException).code
    return name === 'ENOSPC' || name === 'EDQUOT' ? fullCode : code
  }
}
