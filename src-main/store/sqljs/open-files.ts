import path from 'node:path'

import { FileLocks, type LockHolder } from './file-locks.ts'
import type { LogWrites } from './log-writes.ts'
import { realFileSystem } from './file-system.ts'
import { Volume } from './volume.ts'

export interface OpenFile extends LockHolder {
  readonly volume: Volume
  readonly fd: number
  readonly path: string
  readonly deleteOnClose: boolean
  /** Gathers the writes of a write-ahead log; undefined: any other file. */
  readonly logWrites: LogWrites | undefined
  /** Newly made: its folder must be synced with it, or a power cut takes the name away. */
  needsFolderSync: boolean
}

/** The files that SQLite has open, and the volumes they are on. */
export class OpenFiles {
  readonly locks = new FileLocks()
  readonly #files: (OpenFile | undefined)[] = [undefined] // 0 means no file
  readonly #volumes = new Set<Volume>()
  /** Volume of SQLite's temporary files, which belong to no open database. */
  readonly #elsewhere = new Volume(path.sep, realFileSystem)

  mount(volume: Volume): void {
    this.#volumes.add(volume)
  }

  unmount(volume: Volume): void {
    this.#volumes.delete(volume)
  }

  /** The volume that a file is on. A backup written below a database's folder is on that database's. */
  volumeOf(file: string): Volume {
    let around: Volume | undefined
    for (const volume of this.#volumes) {
      if (volume.owns(file)) return volume
      if (volume.contains(file)) around = volume
    }
    return around ?? this.#elsewhere
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

  find(volume: Volume, file: string): OpenFile | undefined {
    return this.#files.find((one) => one?.volume === volume && one.path === file)
  }
}

/** Brings the names in a file's folder to the disk. */
export function syncFolderOf(file: string, { fs }: Volume): void {
  // on Windows a folder cannot be opened; NTFS keeps names by its own journal
  if (process.platform === 'win32') return
  const fd = fs.openSync(path.dirname(file), 'r')
  try {
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

/** Runs what may fail at the operating system; answers SQLite's code for the failure, and keeps the error. */
export function attempt(volume: Volume, code: number, fullCode: number, run: () => number): number {
  try {
    return run()
  } catch (error) {
    volume.lastError = error
    return isFull(error) ? fullCode : code
  }
}

/** Checks whether an operating system error means that the disk or the quota is full. */
export function isFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
}
