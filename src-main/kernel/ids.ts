import { randomBytes, randomUUID } from 'node:crypto'

import { monotonicFactory } from 'ulid'

/**
 * Where identifiers and chance come from (forms: docs/contract/http.md#identifiers,
 * docs/contract/access.md#token-formats); tests set it.
 */
export interface Ids {
  /** Of an error record or a request. */
  uuid(): string
  /** Of a strategy or an event group: sorts by time. */
  ulid(): string
  /** `bytes` random bytes in hexadecimal. */
  hex(bytes: number): string
  /** In [0, 1), for stickiness `random`. */
  random(): number
}

const monotonicUlid = monotonicFactory()

export const systemIds: Ids = {
  uuid: () => randomUUID(),
  ulid: () => monotonicUlid(),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
  random: () => Math.random(),
}
