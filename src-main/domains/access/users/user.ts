import { createHash } from 'node:crypto'

import type { User } from '#shared/access/schemas/user.ts'
import type { Actor } from '#kernel/caller.ts'

export interface StoredUser {
  id: number
  name: string | null
  username: string | null
  email: string | null
  passwordHash: string | null
  loginAttempts: number
  createdAt: string
  seenAt: string | null
  /** A service account cannot sign in; it acts through its tokens alone. */
  kind: 'user' | 'service-account'
  /** Id in SCIM; if set, a SCIM provider manages the user (docs/contract/access.md#scim). */
  scimId: string | null
  /** Instant since when the user may not sign in; null: may. */
  deactivatedAt: string | null
}

/** A picture of a person, as the contract names it (docs/contract/http.md#identifiers). Nothing here fetches it. */
export function imageUrlOf({
  email,
  username,
  id,
}: {
  email?: string | null
  username?: string | null
  id: number
}): string {
  const subject = email ?? username ?? String(id)
  const hash = createHash('sha256').update(subject.trim().toLowerCase()).digest('hex')
  return `https://gravatar.com/avatar/${hash}?s=42&d=retro&r=g`
}

/** Builds a user as in API responses, without unset fields (docs/contract/access.md#users). */
export function toUser(user: Omit<StoredUser, 'passwordHash' | 'deactivatedAt'>): User {
  return {
    id: user.id,
    accountType: user.kind === 'service-account' ? 'Service Account' : 'User',
    ...(user.name === null ? {} : { name: user.name }),
    ...(user.username === null ? {} : { username: user.username }),
    ...(user.email === null ? {} : { email: user.email }),
    imageUrl: imageUrlOf(user),
    seenAt: user.seenAt,
    loginAttempts: user.loginAttempts,
    createdAt: user.createdAt,
    scimId: user.scimId,
    seatType: null,
    companyRole: null,
    productUpdatesEmailConsent: null,
  }
}

/** Returns the display name of a user: the name, else the login. */
export function displayNameOf(user: Pick<StoredUser, 'id' | 'name' | 'username' | 'email'>): string {
  return user.name ?? user.username ?? user.email ?? String(user.id)
}

/** Builds the actor of a user. */
export function toActor(
  user: Pick<StoredUser, 'id' | 'name' | 'username' | 'email'>,
): Extract<Actor, { kind: 'user' }> {
  return {
    kind: 'user',
    id: user.id,
    username: user.username ?? user.email ?? String(user.id),
    ...(user.name === null ? {} : { name: user.name }),
    ...(user.email === null ? {} : { email: user.email }),
  }
}
