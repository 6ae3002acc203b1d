import { randomBytes, randomUUID } from 'node:crypto'

import { decodeTime, isValid, monotonicFactory } from 'ulid'

/**
 * Source of identifiers and random numbers (forms: docs/contract/http.md#identifiers,
 * docs/contract/access.md#token-formats). Tests replace it.
 */
export interface Ids {
  /** Creates the id of an error record or a request. */
  uuid(): string
  /** Creates the id of a strategy or an event group. Ids sort by time. */
  ulid(): string
  /** `bytes` random bytes in hexadecimal. */
  hex(bytes: number): string
  /** Returns a random number in [0, 1), for stickiness `random`. */
  random(): number
}

const POOL_BYTES = 1024
const BYTE_VALUES = 256

/** Random numbers in [0, 1) from a pool: an id takes 16 of them, and asking the system for each costs more than a query. */
function pooledRandom(): () => number {
  let pool = Buffer.alloc(0)
  let at = 0
  return () => {
    if (at >= pool.length) [pool, at] = [randomBytes(POOL_BYTES), 0]
    return (pool[at++] ?? 0) / BYTE_VALUES
  }
}

const monotonicUlid = monotonicFactory(pooledRandom())

export const systemIds: Ids = {
  uuid: () => randomUUID(),
  ulid: () => monotonicUlid(),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
  random: () => Math.random(),
}

/** Reads when an id was made from the id; undefined for an id of another form. */
export function timeOfUlid(id: string): string | undefined {
  return isValid(id) ? new Date(decodeTime(id)).toISOString() : undefined
}
