import { constants } from 'node:fs'

import type { FileSystem } from '#store/sqljs/file-system.ts'

/** File whose content can grow without being copied each time. */
class MemoryFile {
  #buffer: Uint8Array
  #length: number

  constructor(content = new Uint8Array(0)) {
    this.#buffer = content.slice()
    this.#length = content.length
  }

  get content(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  resize(length: number): void {
    if (length > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#buffer.length))
      larger.set(this.content)
      this.#buffer = larger
    }
    if (length < this.#length) this.#buffer.fill(0, length, this.#length)
    this.#length = length
  }

  write(bytes: Uint8Array, position: number): void {
    if (position + bytes.length > this.#length) this.resize(position + bytes.length)
    this.#buffer.set(bytes, position)
  }
}

/** Disk in memory, for databases that end with their test. A sync has nothing to do. */
export class MemoryDisk {
  readonly #files = new Map<string, MemoryFile>()
  /** Open files; null: a folder. */
  readonly #open = new Map<number, MemoryFile | null>()
  #nextDescriptor = 1

  /** Puts a file onto the disk. */
  put(name: string, content: Uint8Array<ArrayBuffer>): void {
    this.#files.set(name, new MemoryFile(content))
  }

  /** Copies the content of a file. */
  read(name: string): Uint8Array<ArrayBuffer> {
    return this.#named(name).content.slice()
  }

  readonly fs: FileSystem = {
    openSync: (name, flags) => {
      const fd = this.#nextDescriptor++
      this.#open.set(fd, flags === 'r' ? null : this.#opened(name, Number(flags)))
      return fd
    },
    closeSync: (fd) => void this.#open.delete(fd),
    readSync: (fd, buffer, offset, length, position) => {
      const part = this.#at(fd).content.subarray(position, position + length)
      buffer.set(part, offset)
      return part.length
    },
    writeSync: (fd, buffer, offset, length, position) => {
      this.#at(fd).write(buffer.subarray(offset, offset + length), position)
      return length
    },
    ftruncateSync: (fd, length) => this.#at(fd).resize(length),
    fstatSync: (fd) => ({ size: this.#at(fd).content.length }),
    statSync: (name) => ({ size: this.#named(name).content.length, isFile: () => true }),
    accessSync: (name) => void this.#named(name),
    unlinkSync: (name) => {
      this.#named(name)
      this.#files.delete(name)
    },
    fsyncSync: () => undefined,
    fdatasyncSync: () => undefined,
    fdatasync: (_fd, done) => queueMicrotask(() => done(null)),
  }

  #opened(name: string, flags: number): MemoryFile {
    const found = this.#files.get(name)
    if (found) return found
    if ((flags & constants.O_CREAT) === 0) throw failure('ENOENT', name)
    const made = new MemoryFile()
    this.#files.set(name, made)
    return made
  }

  #at(fd: number): MemoryFile {
    const file = this.#open.get(fd)
    if (!file) throw failure('EBADF', String(fd))
    return file
  }

  #named(name: string): MemoryFile {
    const file = this.#files.get(name)
    if (!file) throw failure('ENOENT', name)
    return file
  }
}

const failure = (code: string, name: string) => Object.assign(new Error(`${code}: ${name}`), { code })
