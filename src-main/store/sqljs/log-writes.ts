import type { FileSystem } from './file-system.ts'

/** Length of the header that SQLite writes before each page of the log (the WAL format of sqlite.org). */
const FRAME_HEADER = 24
/** Position of the number in a frame's header that is zero, unless the frame ends a transaction. */
const COMMIT_MARK = 4
/** Bytes that wait at most. A larger transaction is written in pieces. */
const CAPACITY = 64 * 1024

/**
 * Gathers the frames of a transaction, which SQLite writes in two pieces each, and writes them at once, in their order.
 * The header of the frame that commits takes all before it along, and its page is written as it comes: an error is
 * reported within the commit, and nothing that is committed waits here. Frames that wait are of an open transaction.
 */
export class LogWrites {
  readonly #fs: FileSystem
  readonly #fd: number
  #waiting: Uint8Array | undefined
  #length = 0
  #offset = 0
  /** Offset of frames that could not be written: nothing goes behind them until SQLite writes there again. */
  #lost: number | undefined

  constructor(fs: FileSystem, fd: number) {
    this.#fs = fs
    this.#fd = fd
  }

  get isWaiting(): boolean {
    return this.#length > 0
  }

  /** Writes bytes at an offset of the log, at once or with those that follow. */
  write(bytes: Uint8Array, offset: number): void {
    const isHeader = bytes.length === FRAME_HEADER
    this.#requireWhole(offset, isHeader)
    const continues = offset === this.#offset + this.#length && this.#length + bytes.length <= CAPACITY
    if (!continues) this.flush()
    if (this.#length === 0 && !isHeader) return writeAll(this.#fs, this.#fd, bytes, offset)
    this.#waiting ??= new Uint8Array(CAPACITY)
    if (this.#length === 0) this.#offset = offset
    this.#waiting.set(bytes, this.#length)
    this.#length += bytes.length
    if (isHeader && isCommit(bytes)) this.flush()
  }

  /** Writes all that waits: before anybody reads, measures, truncates or syncs the log. */
  flush(): void {
    if (!this.isWaiting || !this.#waiting) return
    const frames = this.#waiting.subarray(0, this.#length)
    this.#length = 0
    this.#lost = this.#offset
    writeAll(this.#fs, this.#fd, frames, this.#offset)
    this.#lost = undefined
  }

  /** SQLite rolls back after an error, and begins its next transaction at or before the frames that were lost. */
  #requireWhole(offset: number, isHeader: boolean): void {
    if (this.#lost === undefined) return
    if (offset > this.#lost || (!isHeader && offset > 0))
      throw new Error('frames before this one could not be written to the log')
    this.#lost = undefined
  }
}

/** Writes bytes to a file, however many writes that takes. */
export function writeAll(fs: FileSystem, fd: number, bytes: Uint8Array, offset: number): void {
  let put = 0
  while (put < bytes.length) put += fs.writeSync(fd, bytes, put, bytes.length - put, offset + put)
}

const isCommit = (header: Uint8Array) =>
  header.subarray(COMMIT_MARK, COMMIT_MARK + 4).some((byte) => byte !== 0)
