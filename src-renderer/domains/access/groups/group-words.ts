import type { Group, GroupMember } from '#shared/access/schemas/group.ts'

type Named = Pick<GroupMember['user'], 'id' | 'name' | 'username' | 'email'>

/** Gets the display name of a user: the name, else what the user signs in with. */
export const nameOfUser = ({ id, name, username, email }: Named): string =>
  name ?? username ?? email ?? `user ${id}`

const NAMED = 3

/** Lists members by name, the first few of them: "Ann, Bob and 4 more". */
export function membersInWords({ users }: { users: readonly { user: Named }[] }): string {
  if (users.length === 0) return 'nobody'
  const names = users.slice(0, NAMED).map(({ user }) => nameOfUser(user))
  return users.length > NAMED ? `${names.join(', ')} and ${users.length - NAMED} more` : names.join(', ')
}

/** Describes the roles that a group gives its members. */
export function givesInWords(
  { projects }: Pick<Group, 'projects'>,
  rootRole: string | undefined,
  projectName: (id: string) => string,
): string {
  if (rootRole !== undefined) return `${rootRole} everywhere`
  return projects.length === 0 ? 'nothing yet' : `roles in ${projects.map(projectName).join(', ')}`
}

/** Reads names typed one per line; blank lines are skipped. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
