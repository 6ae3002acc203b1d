import { AsyncLocalStorage } from 'node:async_hooks'
import nodeFs from 'node:fs'

import type { FileSystem } from '#store/sqljs/file-system.ts'

/** Kind of failure: reading rows, writing rows, the commit, or any of them. */
export type FaultKind = 'read' | 'write' | 'commit' | 'any'

/** SQLite's own error messages. */
const MESSAGES = { io: 'disk I/O error', full: 'database or disk is full' } as const

const PATTERNS: Record<FaultKind, RegExp> = {
  read: /^\s*(select|with)\b/i,
  write: /^\s*(insert|update|delete|replace)\b/i,
  commit: /^commit$/i,
  any: /^/,
}

/** Fails one statement of a store, or its syncs, on demand. The store receives it as `disk`. */
export class Faults {
  /** Number of statements of the kind that still succeed. */
  #left = Infinity
  #kind: FaultKind = 'any'
  #why: keyof typeof MESSAGES = 'io'
  #hasFired = false
  #committed = false
  /** Distinguishes the statements of a request from background work of an earlier request. */
  readonly #scope = new AsyncLocalStorage<object>()
  #current: object | undefined
  /** True while syncs fail. */
  failsSync = false

  /** Runs a request in which the statement of the kind with this number, from 1, fails once. */
  async during<T>(
    kind: FaultKind,
    number: number,
    why: keyof typeof MESSAGES,
    work: () => Promise<T>,
  ): Promise<T> {
    this.#kind = kind
    this.#left = number
    this.#why = why
    this.#hasFired = false
    this.#committed = false
    this.#current = {}
    try {
      return await this.#scope.run(this.#current, work)
    } finally {
      this.#current = undefined
    }
  }

  get hasFired(): boolean {
    return this.#hasFired
  }

  /** True if a transaction was committed between arming and the fault. */
  get firedAfterCommit(): boolean {
    return this.#hasFired && this.#committed
  }

  readonly disk: { fs: FileSystem; beforeStatement: (sql: string) => void } = {
    beforeStatement: (sql: string): void => {
      if (this.#current === undefined || this.#scope.getStore() !== this.#current) return
      if (this.#hasFired || !PATTERNS[this.#kind].test(sql)) return this.#note(sql)
      if (--this.#left > 0) return this.#note(sql)
      this.#hasFired = true
      throw new Error(MESSAGES[this.#why])
    },
    fs: {
      ...nodeFs,
      fdatasync: (fd, done) =>
        this.failsSync ? done(new Error('EIO: i/o error, fdatasync')) : nodeFs.fdatasync(fd, done),
    },
  }

  #note(sql: string): void {
    if (!this.#hasFired && PATTERNS.commit.test(sql)) this.#committed = true
  }
}
