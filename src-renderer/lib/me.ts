import { satisfiedBy, type Permission } from '#shared/access/permissions/index.ts'
import { api, type Outputs } from './api.ts'
import type { HeldPermissions } from './grants-from.ts'
import { keys } from './queries.ts'

export type Me = Outputs['getMe']

/** Reads the signed-in user and their permissions. */
export const meQuery = (): { queryKey: readonly string[]; queryFn: () => Promise<Me> } => ({
  queryKey: keys.me,
  queryFn: () => api.getMe.query({}),
})

/** Gets the ID of the signed-in user; undefined: not read yet, or the caller is not a user. */
export const myId = (me: Pick<SignedInUser, 'user'> | undefined): number | undefined =>
  me && 'id' in me.user ? me.user.id : undefined

/** Signed-in user, as needed to decide what screens offer. */
export interface SignedInUser extends HeldPermissions {
  user: Me['user'] | { id: number }
}

interface Place {
  project: string
  environment?: string
}

/**
 * Checks for a permission at a place, else in the whole instance, as far as known here: decides what a screen
 * offers. The service decides again for each request.
 */
export function hasPermission(
  { permissions }: HeldPermissions,
  permission: Permission,
  place?: Place,
): boolean {
  const accepted = new Set<string>(['ADMIN', ...satisfiedBy(permission)])
  return permissions.some(
    ({ permission: held, project, environment }) =>
      accepted.has(held) &&
      (project === undefined || project === place?.project) &&
      (environment === undefined || place?.environment === undefined || environment === place.environment),
  )
}
