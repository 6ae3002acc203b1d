import { stat } from 'node:fs/promises'

/** Identity of a file's contents: changes with each save, also if an editor replaces the file. Undefined: no file. */
export async function readStamp(file: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true })
    return [ino, size, mtimeNs, ctimeNs].join(':')
  } catch {
    return undefined
  }
}

/** A file that people save, of which each save is read once. */
export class SavedFile {
  readonly path: string
  /** Stamps of the file as it was seen last, and as it was read; null: never yet. */
  #seen: string | undefined | null = null
  #read: string | undefined | null = null

  constructor(file: string) {
    this.path = file
  }

  /**
   * Returns the stamp of what was saved since the last one, undefined for a file that is gone. Null: there is nothing to read, or it
   * was not left alone from one look to the next, so that somebody may be halfway through writing.
   */
  async look(): Promise<string | undefined | null> {
    const stamp = await readStamp(this.path)
    const isStill = this.#seen === null || stamp === this.#seen
    this.#seen = stamp
    if (!isStill || stamp === this.#read) return null
    this.#read = stamp
    return stamp
  }
}

interface WatchOptions {
  /** Stamp of the contents that the caller has read. */
  since: string | undefined
  everyMs: number
  /** Called once after one or several saves, when the file has been left alone for a period. */
  onChange: () => void
}

/**
 * Watches a file by asking for its stamp: unlike notices of the operating system, that also sees linked and mounted files
 * and those on network drives. Returns the function that ends it.
 */
export function watchFile(file: string, { since, everyMs, onChange }: WatchOptions): () => void {
  let seen = since
  let hasChanged = false
  let isAsking = false
  const ask = async () => {
    const stamp = await readStamp(file)
    if (stamp !== seen) {
      seen = stamp
      hasChanged = true
    } else if (hasChanged && stamp !== undefined) {
      // the stamp stood still for a period: nobody is halfway through writing
      hasChanged = false
      onChange()
    }
  }
  const timer = setInterval(() => {
    if (isAsking) return
    isAsking = true
    void ask().finally(() => (isAsking = false))
  }, everyMs).unref()
  return () => clearInterval(timer)
}
