import { badData, notFound } from '#kernel/app-error.ts'
import { personOf, type Caller } from '#kernel/caller.ts'
import type { Queries } from '#store/queries.ts'
import type { StoredUser } from './user.ts'
import { findUser } from './users.store.ts'

/**
 * A user who is a person: service accounts are managed elsewhere and not found here. Throws 404 (recorded exchange
 * users/get-unknown).
 */
export async function requirePerson(queries: Queries, id: number): Promise<StoredUser> {
  const user = await findUser(queries, id)
  if (user?.kind !== 'user') throw notFound('No user found')
  return user
}

/**
 * The person who calls: a token of an API is nobody who has a profile (recorded exchange
 * authentication/profile-with-api-token).
 */
export function requirePersonCalling({ actor }: Caller): number {
  const id = personOf(actor)
  if (id === undefined) throw badData('User id is missing in request user object')
  return id
}
