import { createHash } from 'node:crypto'

import type { CodeReference } from '#shared/clients/code-references/find-references.ts'
import { BoundedCache } from '#runtime/bounded-cache.ts'
import { scanFolder, type KnownFile } from './scan-folder.ts'

/** Bounds of a scan that a service does. */
const MAX_FILES = 200_000
const MAX_REFERENCES = 10_000
/** Bounds of what is kept between scans, over all projects. */
const MAX_FOLDERS = 50
const MAX_KNOWN_FILES = 400_000

/** Request for a scan. It crosses to a worker, so it is data. */
export interface ScanRequest {
  /** Project that asks: what is kept of a folder is kept for it. */
  project: string
  /** Real paths. */
  folders: readonly string[]
  flags: readonly string[]
}

/** Result of one folder. */
export interface FolderScan {
  folder: string
  references: CodeReference[]
  files: number
  /** Files that were read; the others are as they were. */
  read: number
  isCut: boolean
}

interface Kept {
  /** Results hold for the same flags only. */
  flags: string
  files: ReadonlyMap<string, KnownFile>
}

/** Scans folders, and reads only files that have changed since the last time. */
export class FolderScans {
  readonly #kept = new BoundedCache<Kept>({
    maxEntries: MAX_FOLDERS,
    maxSize: MAX_KNOWN_FILES,
    sizeOf: ({ files }) => files.size,
  })

  scan({ project, folders, flags }: ScanRequest): FolderScan[] {
    const names = createHash('sha256')
      .update(JSON.stringify([...flags].sort()))
      .digest('hex')
    let filesLeft = MAX_FILES
    let referencesLeft = MAX_REFERENCES
    return folders.map((folder) => {
      const key = JSON.stringify([project, folder])
      const before = this.#kept.get(key)
      const { references, files, read, known, isCut } = scanFolder(folder, {
        flags: new Set(flags),
        calls: [],
        known: before?.flags === names ? before.files : new Map(),
        maxFiles: filesLeft,
        maxReferences: referencesLeft,
      })
      this.#kept.set(key, { flags: names, files: known })
      filesLeft -= files
      referencesLeft -= references.length
      return { folder, references, files, read, isCut }
    })
  }
}
