import { createHash } from 'node:crypto'

import { OwnChanges } from '#runtime/own-changes.ts'
import { WriteBehind, type Transaction } from '#runtime/write-behind.ts'
import type { Queries } from '#store/queries.ts'
import {
  readPersonalTokens,
  writePersonalTokensSeen,
  type StoredPersonalToken,
} from './personal-tokens.store.ts'

/** Prefix of a personal access token (docs/contract/access.md#token-formats). */
export const PERSONAL_TOKEN_PREFIX = 'user:'

/** Hashes a secret; only the hash is stored. 224 random bits need neither salt nor a slow hash. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Each of 10,000 users may have ten tokens. */
const MAX_SEEN = 100_000

/**
 * Personal access tokens of users and service accounts, in memory. They are found by the hash of the secret,
 * so neither the store nor timing reveals a secret. A deleted token is rejected at once.
 */
export class PersonalTokenDirectory {
  #byHash = new Map<string, StoredPersonalToken>()
  /** Uses not yet written: last-seen is kept exact in memory and written now and then. */
  readonly #seen = new WriteBehind<number, string>({ write: writePersonalTokensSeen, most: MAX_SEEN })

  readonly #changes = new OwnChanges()

  async load(queries: Queries): Promise<void> {
    await this.#changes.readAgain(
      () => readPersonalTokens(queries),
      (tokens) => this.#replaceBy(tokens),
    )
  }

  #replaceBy(tokens: readonly StoredPersonalToken[]): void {
    for (const token of tokens) {
      // uses that are not written yet
      const seenAt = this.#byHash.get(token.secretHash)?.seenAt ?? null
      if (seenAt !== null && (token.seenAt === null || token.seenAt < seenAt)) token.seenAt = seenAt
    }
    this.#byHash = new Map(tokens.map((token) => [token.secretHash, token]))
  }

  put(token: StoredPersonalToken): void {
    this.#changes.make(() => this.#byHash.set(token.secretHash, token))
  }

  remove(id: number): void {
    this.#changes.make(() => this.#drop((token) => token.id === id))
  }

  /** Removes the tokens of a deleted user. */
  removeOf(userId: number): void {
    this.#changes.make(() => this.#drop((token) => token.userId === userId))
  }

  /** Returns the tokens of a user, oldest first. */
  of(userId: number): StoredPersonalToken[] {
    return [...this.#byHash.values()].filter((token) => token.userId === userId)
  }

  /** Finds when each user last used one of the own tokens; those who never did are left out. */
  lastUses(): Map<number, string> {
    const uses = new Map<number, string>()
    for (const { userId, seenAt } of this.#byHash.values())
      if (seenAt !== null && seenAt > (uses.get(userId) ?? '')) uses.set(userId, seenAt)
    return uses
  }

  /** Finds the token of a secret, expired or not. Its last use stays as it was. */
  get(secret: string): StoredPersonalToken | undefined {
    return this.#byHash.get(hashOf(secret))
  }

  /** Finds the user of a personal access token. Returns undefined if the token is unknown or has expired. */
  authenticate(secret: string, now: Date): number | undefined {
    const token = this.#byHash.get(hashOf(secret))
    const at = now.toISOString()
    if (!token || token.expiresAt <= at) return undefined
    token.seenAt = at
    this.#seen.set(token.id, at)
    return token.userId
  }

  /** Writes the last uses; called now and then, and before the store closes. */
  flushSeen(transaction: Transaction): Promise<void> {
    return this.#seen.flush(transaction)
  }

  #drop(isGone: (token: StoredPersonalToken) => boolean): void {
    for (const token of [...this.#byHash.values()]) {
      if (!isGone(token)) continue
      this.#byHash.delete(token.secretHash)
      this.#seen.delete(token.id)
    }
  }
}
