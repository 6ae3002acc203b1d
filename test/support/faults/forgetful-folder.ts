import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

import { contentAfterCut, SimulatedFile } from './power-loss-disk.ts'

type AnyFunction = (...args: never[]) => unknown
type Functions = Record<string, (...args: unknown[]) => unknown>

/** Flags of `open` that make a file, and those that empty it. */
const makes = (flags: unknown) =>
  typeof flags === 'number' ? (flags & fs.constants.O_CREAT) !== 0 : /^[wa]/.test(String(flags))
const empties = (flags: unknown) =>
  typeof flags === 'number' ? (flags & fs.constants.O_TRUNC) !== 0 : /^w/.test(String(flags))

/**
 * Folder on a disk that forgets what was not synced: the real folder, and beside it what a power cut would leave of it. While
 * `during` runs, every change that node:fs makes below the folder is noted; `cutAfter` is the number of changes after which the
 * power fails: from then on every change fails.
 */
export class ForgetfulFolder {
  cutAfter = Infinity
  /** The asynchronous sync, that of the group commit, does nothing: for the control experiment. */
  liesOnSync = false
  /** Milliseconds that the asynchronous sync takes: what is written meanwhile need not be on the disk after it. */
  syncMs: (() => number) | undefined
  /** Error of a change or a sync, while the disk is in trouble. */
  trouble: ((kind: 'change' | 'sync') => Error | undefined) | undefined
  #changes = 0
  #isOff = false
  readonly #folder: string
  readonly #random: () => number
  readonly #names = new Map<string, SimulatedFile>()
  #durableNames: Map<string, SimulatedFile>
  /** Names that were given and taken since; a rename is one step. */
  #pendingNames: (readonly (readonly [name: string, file: SimulatedFile | null])[])[] = []
  readonly #open = new Map<number, SimulatedFile | string>()

  constructor(folder: string, random: () => number) {
    this.#folder = path.resolve(folder)
    this.#random = random
    for (const entry of fs.readdirSync(this.#folder, { recursive: true, withFileTypes: true })) {
      const name = path.join(entry.parentPath, entry.name)
      if (entry.isFile()) this.#names.set(name, new SimulatedFile(fs.readFileSync(name)))
    }
    this.#durableNames = new Map(this.#names)
  }

  get isOff(): boolean {
    return this.#isOff
  }

  get changes(): number {
    return this.#changes
  }

  cutPower(): void {
    this.#isOff = true
  }

  /** Writes the folder as it is after the cut: each pending piece survives with the chance `kept`. */
  writeAfterCut(kept: number, to: string): void {
    const survives = () => this.#random() < kept
    const names = new Map(this.#durableNames)
    for (const step of this.#pendingNames) {
      if (!survives()) continue
      for (const [name, file] of step)
        if (file) names.set(name, file)
        else names.delete(name)
    }
    const written = new Map<SimulatedFile, string>()
    for (const [name, file] of names) {
      // the processes of before the cut are gone, and their locks with them: here they are this very process
      if (path.basename(name).startsWith('halyard.lock')) continue
      const target = path.join(to, path.relative(this.#folder, name))
      fs.mkdirSync(path.dirname(target), { recursive: true })
      const same = written.get(file)
      if (same === undefined) fs.writeFileSync(target, contentAfterCut(file, survives))
      else fs.linkSync(same, target)
      written.set(file, same ?? target)
    }
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const restore = [this.#patch(fs, this.#functions()), this.#patch(fs.promises, this.#promises())]
    syncBuiltinESMExports()
    try {
      return await work()
    } finally {
      for (const one of restore) one()
      syncBuiltinESMExports()
    }
  }

  #patch(target: object, patches: Record<string, (original: never) => AnyFunction>): () => void {
    const functions = target as Functions
    const originals = Object.keys(patches).map((name) => [name, functions[name]] as const)
    for (const [name, original] of originals) {
      if (!original) throw new Error(`node:fs has no ${name}`)
      functions[name] = patches[name]?.(original.bind(target) as never) as (typeof functions)[string]
    }
    return () => {
      for (const [name, original] of originals) if (original) functions[name] = original
    }
  }

  #functions() {
    return {
      openSync: (original: typeof fs.openSync) => (name: string, flags: string | number, mode?: number) => {
        const at = this.#within(name)
        if (at === undefined) return original(name, flags, mode)
        this.#requirePower()
        const fd = original(name, flags, mode)
        this.#open.set(fd, this.#opened(at, flags))
        return fd
      },
      closeSync: (original: typeof fs.closeSync) => (fd: number) => {
        this.#open.delete(fd)
        original(fd)
      },
      writeSync:
        (original: (...args: unknown[]) => number) =>
        (fd: number, data: string | Uint8Array, offset?: number, length?: number, position?: number) => {
          const file = this.#open.get(fd)
          if (file instanceof SimulatedFile) {
            const bytes = typeof data === 'string' ? Buffer.from(data) : data
            const part = bytes.subarray(offset ?? 0, (offset ?? 0) + (length ?? bytes.length))
            this.#write(file, part, position ?? file.content.length)
          }
          return original(fd, data, offset, length, position)
        },
      ftruncateSync: (original: typeof fs.ftruncateSync) => (fd: number, length: number) => {
        const file = this.#open.get(fd)
        if (file instanceof SimulatedFile) this.#change(() => file.change({ kind: 'length', length }))
        original(fd, length)
      },
      fsyncSync: (original: typeof fs.fsyncSync) => (fd: number) =>
        this.#open.has(fd) ? this.#sync(fd) : original(fd),
      fdatasyncSync: (original: typeof fs.fdatasyncSync) => (fd: number) =>
        this.#open.has(fd) ? this.#sync(fd) : original(fd),
      fdatasync: (original: typeof fs.fdatasync) => (fd: number, done: (error: Error | null) => void) => {
        const opened = this.#open.get(fd)
        if (opened === undefined) return original(fd, done)
        const written = opened instanceof SimulatedFile ? opened.pending.length : undefined
        const end = () => {
          try {
            if (!this.liesOnSync) this.#sync(fd, written)
          } catch (error) {
            return done(error as Error)
          }
          done(null)
        }
        if (this.syncMs) setTimeout(end, this.syncMs())
        else setImmediate(end)
      },
      writeFileSync:
        (original: (...args: unknown[]) => void) =>
        (name: unknown, data: string | Uint8Array, options?: unknown) => {
          const at = this.#within(name)
          if (at !== undefined) {
            this.#requirePower()
            original(name, data, options)
            return this.#rewrite(at, Buffer.from(data))
          }
          original(name, data, options)
        },
      copyFileSync: (original: typeof fs.copyFileSync) => (from: string, to: string, mode?: number) => {
        const at = this.#within(to)
        if (at !== undefined) this.#requirePower()
        original(from, to, mode)
        if (at !== undefined) this.#rewrite(at, fs.readFileSync(to))
      },
      linkSync: (original: typeof fs.linkSync) => (from: string, to: string) => {
        this.#rename(from, to, () => original(from, to), { stays: true })
      },
      renameSync: (original: typeof fs.renameSync) => (from: string, to: string) => {
        this.#rename(from, to, () => original(from, to))
      },
      rmSync: (original: typeof fs.rmSync) => (name: string, options?: fs.RmOptions) => {
        this.#remove(name, () => original(name, options))
      },
      unlinkSync: (original: typeof fs.unlinkSync) => (name: string) => {
        this.#remove(name, () => original(name))
      },
    }
  }

  /** Functions of node:fs/promises that backups use. */
  #promises() {
    return {
      open:
        (original: typeof fs.promises.open) =>
        async (name: string, flags?: string | number, mode?: number) => {
          const at = this.#within(name)
          if (at !== undefined && makes(flags)) this.#requirePower()
          const handle = await original(name, flags, mode)
          const file = at !== undefined && makes(flags) ? this.#opened(at, flags ?? 'r') : undefined
          return file instanceof SimulatedFile ? this.#handleOf(file, handle) : handle
        },
      rename: (original: typeof fs.promises.rename) => async (from: string, to: string) => {
        this.#requirePowerWithin(to)
        await original(from, to)
        this.#rename(from, to, () => undefined)
      },
      rm: (original: typeof fs.promises.rm) => async (name: string, options?: fs.RmOptions) => {
        this.#requirePowerWithin(name)
        await original(name, options)
        this.#remove(name, () => undefined)
      },
    }
  }

  #handleOf(file: SimulatedFile, handle: fs.promises.FileHandle): fs.promises.FileHandle {
    const functions = handle as unknown as Functions
    const note = (name: string, before: (...args: never[]) => void) => {
      const original = functions[name]?.bind(handle)
      functions[name] = async (...args) => {
        before(...(args as never[]))
        return original?.(...args)
      }
    }
    note('writeFile', (data: Uint8Array) => this.#write(file, data, file.content.length))
    note('write', (data: Uint8Array, offset: number, length: number, position: number) =>
      this.#write(file, data.subarray(offset, offset + length), position),
    )
    for (const name of ['sync', 'datasync']) note(name, () => this.#syncFile(file))
    return handle
  }

  /** Notes that a file has been opened. A folder is known by its path. */
  #opened(at: string, flags: string | number): SimulatedFile | string {
    if (fs.statSync(at).isDirectory()) return at
    const file = this.#names.get(at) ?? this.#create(at)
    if (empties(flags) && file.content.length > 0)
      this.#change(() => file.change({ kind: 'length', length: 0 }))
    return file
  }

  #create(at: string): SimulatedFile {
    const file = new SimulatedFile()
    this.#change(() => this.#nameStep([[at, file]]))
    return file
  }

  #rewrite(at: string, data: Uint8Array): void {
    const file = this.#names.get(at) ?? this.#create(at)
    if (file.content.length > 0) this.#change(() => file.change({ kind: 'length', length: 0 }))
    this.#write(file, data, 0)
  }

  #rename(from: string, to: string, work: () => void, { stays = false } = {}): void {
    const [source, target] = [this.#within(from), this.#within(to)]
    const file = source === undefined ? undefined : this.#names.get(source)
    if (source === undefined || target === undefined || !file) return work()
    this.#requirePower()
    work()
    this.#change(() => this.#nameStep([...(stays ? [] : [[source, null] as const]), [target, file]]))
  }

  #remove(name: string, work: () => void): void {
    this.#requirePowerWithin(name)
    work()
    const at = this.#within(name)
    if (at === undefined) return
    for (const one of [...this.#names.keys()])
      if (one === at || one.startsWith(at + path.sep)) this.#change(() => this.#nameStep([[one, null]]))
  }

  #nameStep(step: readonly (readonly [name: string, file: SimulatedFile | null])[]): void {
    for (const [name, file] of step)
      if (file) this.#names.set(name, file)
      else this.#names.delete(name)
    this.#pendingNames.push(step)
  }

  /** The cut may tear the write itself. */
  #write(file: SimulatedFile, data: Uint8Array, offset: number): void {
    const isLast = this.#changes + 1 >= this.cutAfter
    const written = isLast ? Math.floor(this.#random() * data.length) : data.length
    this.#change(() => {
      // a copy: the buffer is used again
      if (written > 0) file.change({ kind: 'write', offset, data: new Uint8Array(data.subarray(0, written)) })
    })
  }

  #sync(fd: number, upTo?: number): void {
    const opened = this.#open.get(fd)
    if (opened instanceof SimulatedFile) return this.#syncFile(opened, upTo)
    if (opened !== undefined) this.#change(() => this.#syncNames(opened))
  }

  #syncFile(file: SimulatedFile, upTo?: number): void {
    this.#requirePower()
    this.#requireHealth('sync')
    this.#countChange()
    file.sync(upTo)
  }

  /** Brings the names in one folder to the disk. */
  #syncNames(folder: string): void {
    const isHere = (name: string) => path.dirname(name) === folder
    for (const name of this.#durableNames.keys())
      if (isHere(name) && !this.#names.has(name)) this.#durableNames.delete(name)
    for (const [name, file] of this.#names) if (isHere(name)) this.#durableNames.set(name, file)
    this.#pendingNames = this.#pendingNames.filter((step) => !step.every(([name]) => isHere(name)))
  }

  /** A change that the cut meets may have reached the disk, and is not acknowledged. */
  #change(work: () => void): void {
    this.#requirePower()
    this.#requireHealth('change')
    work()
    this.#countChange()
  }

  #countChange(): void {
    this.#changes++
    if (this.#changes < this.cutAfter) return
    this.#isOff = true
    throw noPower()
  }

  #requirePower(): void {
    if (this.#isOff) throw noPower()
  }

  #requireHealth(kind: 'change' | 'sync'): void {
    const error = this.trouble?.(kind)
    if (error) throw error
  }

  #requirePowerWithin(name: string): void {
    if (this.#within(name) !== undefined) this.#requirePower()
  }

  #within(name: unknown): string | undefined {
    if (typeof name !== 'string') return undefined
    const at = path.resolve(name)
    return at === this.#folder || at.startsWith(this.#folder + path.sep) ? at : undefined
  }
}

const noPower = () => Object.assign(new Error('EIO: the power is cut'), { code: 'EIO' })
