import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

export type Users = Outputs['getUsers']
export type ListedUser = Users['users'][number]

/** Reads the users of the instance and the root roles. */
export const usersQuery = (): { queryKey: readonly string[]; queryFn: () => Promise<Users> } => ({
  queryKey: keys.users,
  queryFn: () => api.getUsers.query({}),
})

/** Gets the display name of a user: the name, else what the user signs in with. */
export const displayName = ({
  id,
  name,
  username,
  email,
}: Pick<ListedUser, 'id' | 'name' | 'username' | 'email'>): string =>
  name ?? username ?? email ?? `user ${id}`

/** Lists the root roles to choose from; the values are their IDs. */
export const rootRoleOptions = (users: Users | undefined): { value: string; label: string }[] =>
  (users?.rootRoles ?? []).map(({ id, name }) => ({ value: String(id), label: name }))

export const roleName = (users: Users | undefined, id: number | undefined): string =>
  users?.rootRoles.find((role) => role.id === id)?.name ?? 'none'
