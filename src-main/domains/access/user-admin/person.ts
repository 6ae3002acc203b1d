import type { UserWithRole } from '#shared/access/schemas/user-admin.ts'
import { badData, notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { readRootRoles } from '../access/root-roles.store.ts'
import { displayNameOf, toUser, type StoredUser } from '../users/user.ts'
import { findPerson, type Person } from './people.read-model.ts'

/** A person as the API answers it. */
export function toUserWithRole({ rootRole, ...user }: Person): UserWithRole {
  return { ...toUser(user), ...(rootRole === null ? {} : { rootRole }) }
}

/**
 * Reads a person. Throws 404 if there is none, or for a service account (recorded exchange
 * users/get-unknown).
 */
export async function requirePersonWithRole(queries: Queries, id: number): Promise<Person> {
  const person = await findPerson(queries, id)
  if (!person) throw notFound('No user found')
  return person
}

/** Finds the requested root role, predefined or custom. Throws 400 (recorded exchange users/unknown-role). */
export async function requireRootRoleMeant(queries: Queries, meant: number | string): Promise<number> {
  const roles = await readRootRoles(queries)
  const role = roles.find(({ id, name }) => (typeof meant === 'number' ? id === meant : name === meant))
  if (!role) throw badData(`Could not find rootRole=${meant}`, '/body/rootRole')
  return role.id
}

/** Builds the event data of a user, without password or link. */
export function inEvents(user: StoredUser, rootRole: number | null): Record<string, unknown> {
  return {
    id: user.id,
    name: displayNameOf(user),
    username: user.username,
    email: user.email,
    rootRole,
  }
}
