import { createHash, timingSafeEqual } from 'node:crypto'

import { ADMIN_TOKEN_USER_ID, type Actor } from '../../kernel/caller.ts'
import { WriteBehind, type Transaction } from '../../kernel/write-behind.ts'
import type { Queries } from '../../store/queries.ts'
import type { StoredToken } from './api-token.ts'
import { readTokens, writeSeen } from './api-tokens.store.ts'

/** More than the limit of tokens: every token fits. */
const MOST_SEEN = 100_000

/**
 * All API tokens, in memory: every request of an SDK is authenticated from here. Found by the hash of the secret and
 * compared in constant time, so that timing tells nothing of what exists. A deleted token is refused at once.
 */
export class TokenDirectory {
  #byHash = new Map<string, StoredToken>()
  /** Uses not yet written: last-seen is kept exact in memory and written now and then. */
  readonly #seen = new WriteBehind<string, string>({ write: writeSeen, most: MOST_SEEN })

  async load(queries: Queries): Promise<void> {
    this.#byHash = new Map((await readTokens(queries)).map((token) => [hashOf(token.secret), token]))
  }

  /** Adds a token, or replaces the one with its secret. */
  put(token: StoredToken): void {
    this.#byHash.set(hashOf(token.secret), token)
  }

  remove(secret: string): void {
    this.#byHash.delete(hashOf(secret))
    this.#seen.delete(secret)
  }

  /** A project is gone: tokens that opened it alone go with it, others open one project less. */
  forgetProject(project: string): void {
    for (const token of this.all()) {
      if (!token.projects.includes(project)) continue
      const projects = token.projects.filter((one) => one !== project)
      if (projects.length === 0) this.remove(token.secret)
      else this.put({ ...token, projects })
    }
  }

  /** An environment is gone, and with it every token that opened it. */
  forgetEnvironment(environment: string): void {
    for (const token of this.all()) if (token.environment === environment) this.remove(token.secret)
  }

  get(secret: string): StoredToken | undefined {
    const token = this.#byHash.get(hashOf(secret))
    return token && sameText(token.secret, secret) ? token : undefined
  }

  all(): StoredToken[] {
    return [...this.#byHash.values()]
  }

  /** Who comes with this secret; undefined: no such token, or it has expired. */
  authenticate(secret: string, now: Date): Actor | undefined {
    const token = this.get(secret)
    const at = now.toISOString()
    if (!token || (token.expiresAt !== null && token.expiresAt <= at)) return undefined
    token.seenAt = at
    this.#seen.set(secret, at)
    if (token.type === 'admin')
      return { kind: 'admin-token', id: ADMIN_TOKEN_USER_ID, username: token.tokenName }
    return {
      kind: token.type === 'frontend' ? 'frontend-token' : 'backend-token',
      username: token.tokenName,
      environment: token.environment,
      projects: token.projects.length === 0 ? ['*'] : token.projects,
    }
  }

  /** Writes the last uses; called now and then, and before the store closes. */
  flushSeen(transaction: Transaction): Promise<void> {
    return this.#seen.flush(transaction)
  }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64')

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
