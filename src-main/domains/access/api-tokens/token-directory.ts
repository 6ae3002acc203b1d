import { timingSafeEqual } from 'node:crypto'

import { ADMIN_TOKEN_USER_ID, type Actor } from '#kernel/caller.ts'
import { OwnChanges } from '#runtime/own-changes.ts'
import { WriteBehind, type Transaction } from '#runtime/write-behind.ts'
import type { Queries } from '#store/queries.ts'
import { hashOf, type StoredToken } from './api-token.ts'
import { readTokens, writeSeen } from './api-tokens.store.ts'

/** More than the limit of tokens: every token fits. */
const MAX_SEEN = 100_000

/** A token with the hash of its secret, as bytes to compare. */
interface Entry {
  token: StoredToken
  hash: Buffer
}

/** Change of tokens. Without a token: the one with this hash is gone. */
export type ChangedToken =
  { hash: string; token?: StoredToken } | { all: readonly (readonly [hash: string, token: StoredToken])[] }

/**
 * All API tokens, in memory. Every SDK request is authenticated from here. Tokens are found by the hash of
 * the secret and compared in constant time, so timing reveals nothing. A deleted token is rejected at once.
 */
export class TokenDirectory {
  #byHash = new Map<string, Entry>()
  /** The hash of each admin token, by the name that it is listed by. */
  readonly #hashOfName = new Map<string, string>()
  /** Uses not yet written: last-seen is kept exact in memory and written now and then. */
  readonly #seen = new WriteBehind<string, string>({ write: writeSeen, most: MAX_SEEN })

  readonly #changes = new OwnChanges()
  readonly #listeners = new Set<(change: ChangedToken) => void>()

  async load(queries: Queries): Promise<void> {
    await this.#changes.readAgain(
      () => readTokens(queries),
      (tokens) => this.#replaceBy(tokens),
    )
  }

  #replaceBy(tokens: readonly StoredToken[]): void {
    const known = this.#byHash
    this.#byHash = new Map()
    this.#hashOfName.clear()
    for (const token of tokens) this.#put(token)
    // uses that are not written yet
    for (const [hash, { token }] of this.#byHash) {
      const seenAt = known.get(hash)?.token.seenAt ?? null
      if (seenAt !== null && (token.seenAt === null || token.seenAt < seenAt)) token.seenAt = seenAt
    }
    this.#tell({ all: this.entries() })
  }

  /** Calls the listener at each change; returns the function that ends it. */
  subscribe(listener: (change: ChangedToken) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(change: ChangedToken): void {
    for (const listener of this.#listeners) listener(change)
  }

  /** All tokens, by the hash of their secret. */
  entries(): (readonly [hash: string, token: StoredToken])[] {
    return Array.from(this.#byHash, ([hash, { token }]) => [hash, token] as const)
  }

  /** Adds a token, or replaces the one with the same secret. */
  put(token: StoredToken): void {
    this.#changes.make(() => this.#tell({ hash: this.#put(token), token }))
  }

  #put(token: StoredToken): string {
    if (token.secretHash !== null) this.#hashOfName.set(token.secret, token.secretHash)
    const hash = token.secretHash ?? hashOf(token.secret)
    this.#byHash.set(hash, { token, hash: Buffer.from(hash) })
    return hash
  }

  /** Removes a token by its stored secret. For an admin token that is its name. */
  remove(secret: string): void {
    this.#changes.make(() => {
      const hash = this.#hashOfName.get(secret) ?? hashOf(secret)
      this.#byHash.delete(hash)
      this.#hashOfName.delete(secret)
      this.#seen.delete(secret)
      this.#tell({ hash })
    })
  }

  /** Removes a deleted project from the tokens. Tokens for this project alone are deleted. */
  forgetProject(project: string): void {
    for (const token of this.all()) {
      if (!token.projects.includes(project)) continue
      const projects = token.projects.filter((one) => one !== project)
      if (projects.length === 0) this.remove(token.secret)
      else this.put({ ...token, projects })
    }
  }

  /** Removes the tokens of a deleted environment. */
  forgetEnvironment(environment: string): void {
    for (const token of this.all()) if (token.environment === environment) this.remove(token.secret)
  }

  /** Finds the token of a secret. */
  get(secret: string): StoredToken | undefined {
    return this.#get(hashOf(secret))
  }

  #get(hash: string): StoredToken | undefined {
    const found = this.#byHash.get(hash)
    return found && timingSafeEqual(found.hash, Buffer.from(hash)) ? found.token : undefined
  }

  /** Finds the token to change or delete: by its secret, or by the name of an admin token. */
  find(secretOrName: string): StoredToken | undefined {
    const hash = this.#hashOfName.get(secretOrName)
    return hash === undefined ? this.get(secretOrName) : this.#byHash.get(hash)?.token
  }

  get count(): number {
    return this.#byHash.size
  }

  /** All tokens, oldest first: in the same order after they were read again. */
  all(): StoredToken[] {
    const order = (token: StoredToken) => token.createdAt + token.secret
    return Array.from(this.#byHash.values(), ({ token }) => token).sort((a, b) =>
      order(a) < order(b) ? -1 : 1,
    )
  }

  /** Finds the actor of a secret. Returns undefined if the token is unknown or has expired. */
  authenticate(secret: string, now: Date): Actor | undefined {
    const tokenHash = hashOf(secret)
    return this.#actorOf(this.#get(tokenHash), tokenHash, now)
  }

  /** Finds the actor of a token by the hash of its secret. The caller has proved that it may name it. */
  actorOfHash(tokenHash: string, now: Date): Actor | undefined {
    return this.#actorOf(this.#byHash.get(tokenHash)?.token, tokenHash, now)
  }

  #actorOf(token: StoredToken | undefined, tokenHash: string, now: Date): Actor | undefined {
    const at = now.toISOString()
    if (!token || (token.expiresAt !== null && token.expiresAt <= at)) return undefined
    token.seenAt = at
    this.#seen.set(token.secret, at)
    if (token.type === 'admin')
      return { kind: 'admin-token', id: ADMIN_TOKEN_USER_ID, username: token.tokenName }
    return {
      kind: token.type === 'frontend' ? 'frontend-token' : 'backend-token',
      username: token.tokenName,
      tokenHash,
      environment: token.environment,
      projects: token.projects.length === 0 ? ['*'] : token.projects,
    }
  }

  /** Writes the last uses; called now and then, and before the store closes. */
  flushSeen(transaction: Transaction): Promise<void> {
    return this.#seen.flush(transaction)
  }
}
