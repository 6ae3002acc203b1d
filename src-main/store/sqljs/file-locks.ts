import { BUSY, OK } from './result-codes.ts'

/** SQLite's lock levels. */
export const UNLOCKED = 0
export const SHARED = 1
export const RESERVED = 2
export const PENDING = 3
export const EXCLUSIVE = 4

/** One connection's hold on a file. */
export interface LockHolder {
  readonly path: string
  lock: number
}

interface Locks {
  shared: number
  reserved: LockHolder | null
  pending: LockHolder | null
  exclusive: LockHolder | null
}

/**
 * The locks between connections of this process (sqlite.org/lockingv3.html). Other processes are kept out by the data
 * folder's own lock.
 */
export class FileLocks {
  readonly #locks = new Map<string, Locks>()

  /** Raises a hold; answers OK, or BUSY if another connection stands in the way. */
  lock(holder: LockHolder, wanted: number): number {
    const locks = this.#locksOf(holder)
    if (holder.lock >= wanted) return OK
    if (wanted === SHARED) {
      if (locks.pending || locks.exclusive) return BUSY
      locks.shared++
      holder.lock = SHARED
      return OK
    }
    if (locks.reserved && locks.reserved !== holder) return BUSY
    if (wanted === RESERVED) {
      locks.reserved = holder
      holder.lock = RESERVED
      return OK
    }
    if (locks.pending && locks.pending !== holder) return BUSY
    locks.pending = holder
    holder.lock = PENDING
    if (wanted === PENDING) return OK
    if (locks.shared > 1) return BUSY
    locks.exclusive = holder
    holder.lock = EXCLUSIVE
    return OK
  }

  /** Lowers a hold to SHARED or UNLOCKED. */
  unlock(holder: LockHolder, to: number): void {
    if (holder.lock <= to) return
    const locks = this.#locksOf(holder)
    if (locks.exclusive === holder) locks.exclusive = null
    if (locks.pending === holder) locks.pending = null
    if (locks.reserved === holder && to < RESERVED) locks.reserved = null
    if (to === UNLOCKED) locks.shared--
    holder.lock = to
    if (to === UNLOCKED && locks.shared === 0) this.#locks.delete(holder.path)
  }

  isReserved(holder: LockHolder): boolean {
    return this.#locksOf(holder).reserved !== null
  }

  #locksOf({ path }: LockHolder): Locks {
    const existing = this.#locks.get(path)
    if (existing) return existing
    const locks: Locks = { shared: 0, reserved: null, pending: null, exclusive: null }
    this.#locks.set(path, locks)
    return locks
  }
}
