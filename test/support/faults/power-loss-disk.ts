import nodeFs from 'node:fs'

import type { FileSystem } from '#store/sqljs/file-system.ts'

const SECTOR = 512

type Change = { kind: 'write'; offset: number; data: Uint8Array } | { kind: 'length'; length: number }

/** Bytes that can grow without being copied each time. */
class Bytes {
  #buffer: Uint8Array
  #length: number

  constructor(content: Uint8Array = new Uint8Array()) {
    this.#buffer = content.slice()
    this.#length = content.length
  }

  get length(): number {
    return this.#length
  }

  /** A view, not a copy. */
  get all(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  setLength(length: number): void {
    if (length > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#buffer.length))
      larger.set(this.all)
      this.#buffer = larger
    }
    if (length < this.#length) this.#buffer.fill(0, length, this.#length)
    this.#length = length
  }

  put(offset: number, data: Uint8Array): void {
    if (offset + data.length > this.#length) this.setLength(offset + data.length)
    this.#buffer.set(data, offset)
  }

  apply(change: Change): void {
    if (change.kind === 'length') this.setLength(change.length)
    else this.put(change.offset, change.data)
  }
}

/** One file: the content programs see, the durable content, and the pending changes. */
export class SimulatedFile {
  readonly content: Bytes
  readonly durable: Bytes
  pending: Change[] = []

  constructor(content?: Uint8Array) {
    this.content = new Bytes(content)
    this.durable = new Bytes(content)
  }

  change(change: Change): void {
    this.content.apply(change)
    this.pending.push(change)
  }

  /** Brings the first changes to the disk; default: all. */
  sync(upTo = this.pending.length): void {
    for (const change of this.pending.splice(0, upTo)) this.durable.apply(change)
  }
}

/**
 * Simulated disk: writes, lengths and names stay pending until they are synced. A power cut keeps any part of
 * the pending data, sector by sector. `cutAfter` is the number of changes after which the power fails: from
 * then on every call fails.
 */
export class PowerLossDisk {
  cutAfter = Infinity
  /** Disk whose asynchronous sync, that of the group commit, does nothing: for the control experiment. */
  liesOnSync = false
  #changes = 0
  #isOff = false
  #nextDescriptor = 1000
  readonly #descriptors = new Map<number, SimulatedFile | 'folder'>()
  readonly #names = new Map<string, SimulatedFile>()
  #durableNames = new Map<string, SimulatedFile>()
  #pendingNames: { name: string; file: SimulatedFile | null }[] = []
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  get isOff(): boolean {
    return this.#isOff
  }

  get changes(): number {
    return this.#changes
  }

  /** Number of pending changes. */
  get pending(): number {
    return [...this.#names.values()].reduce((sum, file) => sum + file.pending.length, 0)
  }

  cutPower(): void {
    this.#isOff = true
  }

  /**
   * Builds the disk after a power cut: each pending piece survives with the chance `kept`. `rename` moves the
   * files.
   */
  imageAfterCut(kept: number, rename: (name: string) => string): PowerLossDisk {
    const survives = () => this.#random() < kept
    const names = new Map(this.#durableNames)
    for (const { name, file } of this.#pendingNames) {
      if (!survives()) continue
      if (file) names.set(name, file)
      else names.delete(name)
    }
    const image = new PowerLossDisk(this.#random)
    for (const [name, file] of names) {
      const copy = new SimulatedFile(contentAfterCut(file, survives))
      image.#names.set(rename(name), copy)
      image.#durableNames.set(rename(name), copy)
    }
    return image
  }

  readonly fs: FileSystem = {
    openSync: (name, flags) => this.#open(name, flags),
    closeSync: (fd) => void this.#descriptors.delete(fd),
    readSync: (fd, buffer, offset, length, position) => {
      this.#requirePower()
      const { content } = this.#fileOf(fd)
      const part = content.all.subarray(position, position + length)
      buffer.set(part, offset)
      return part.length
    },
    writeSync: (fd, buffer, offset, length, position) => {
      const file = this.#fileOf(fd)
      this.#requirePower()
      const isLast = this.#changes + 1 >= this.cutAfter
      const written = isLast ? Math.floor(this.#random() * length) : length // the cut may tear the write itself
      if (written > 0)
        file.change({ kind: 'write', offset: position, data: buffer.slice(offset, offset + written) })
      this.#countChange()
      return length
    },
    ftruncateSync: (fd, length) => {
      this.#countChange()
      this.#fileOf(fd).change({ kind: 'length', length })
    },
    fstatSync: (fd) => ({ size: this.#fileOf(fd).content.length }),
    statSync: (name) => {
      this.#requirePower()
      return { size: this.#named(name).content.length, isFile: () => true }
    },
    accessSync: (name) => void this.#named(name),
    unlinkSync: (name) => {
      this.#countChange()
      this.#named(name)
      this.#names.delete(name)
      this.#pendingNames.push({ name, file: null })
    },
    fsyncSync: (fd) => this.#sync(fd),
    fdatasyncSync: (fd) => this.#sync(fd),
    fdatasync: (fd, done) => {
      setImmediate(() => {
        try {
          if (!this.liesOnSync) this.#sync(fd)
          done(null)
        } catch (error) {
          done(error as Error)
        }
      })
    },
  }

  #open(name: string, flags: string | number): number {
    this.#requirePower()
    const fd = this.#nextDescriptor++
    if (flags === 'r') {
      this.#descriptors.set(fd, 'folder')
      return fd
    }
    let file = this.#names.get(name)
    if (!file) {
      if ((Number(flags) & nodeFs.constants.O_CREAT) === 0) throw failure('ENOENT')
      this.#countChange()
      file = new SimulatedFile()
      this.#names.set(name, file)
      this.#pendingNames.push({ name, file })
    }
    this.#descriptors.set(fd, file)
    return fd
  }

  #sync(fd: number): void {
    this.#countChange()
    const file = this.#descriptors.get(fd)
    if (file !== 'folder') return this.#fileOf(fd).sync()
    this.#durableNames = new Map(this.#names)
    this.#pendingNames = []
  }

  #fileOf(fd: number): SimulatedFile {
    const file = this.#descriptors.get(fd)
    if (!file || file === 'folder') throw failure('EBADF')
    return file
  }

  #named(name: string): SimulatedFile {
    const file = this.#names.get(name)
    if (!file) throw failure('ENOENT')
    return file
  }

  #countChange(): void {
    this.#requirePower()
    this.#changes++
    if (this.#changes < this.cutAfter) return
    this.#isOff = true
    throw failure('EIO')
  }

  #requirePower(): void {
    if (this.#isOff) throw failure('EIO')
  }
}

export function contentAfterCut({ durable, pending }: SimulatedFile, survives: () => boolean): Uint8Array {
  const content = new Bytes(durable.all)
  for (const change of pending) {
    if (change.kind === 'length') {
      if (survives()) content.apply(change)
      continue
    }
    const { offset, data } = change
    for (let done = 0; done < data.length;) {
      const at = offset + done
      const length = Math.min(SECTOR - (at % SECTOR), data.length - done)
      if (survives()) content.put(at, data.subarray(done, done + length))
      done += length
    }
  }
  return content.all
}

const failure = (code: string) => Object.assign(new Error(code), { code })
