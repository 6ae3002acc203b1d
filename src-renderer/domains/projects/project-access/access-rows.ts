import type { ProjectAccess } from '#shared/projects/schemas/project-access.ts'
import { accountInWords } from '#lib/contract-texts.ts'
import { counted } from '#ui/figures.ts'

/** Account with roles in a project: a user, a service account or a group. */
export interface AccessRow {
  key: string
  kind: 'user' | 'group'
  id: number
  name: string
  /** Note that distinguishes accounts of one name, or counts a group's members. */
  note: string
  kindLabel: string
  roles: number[]
  addedAt: string
}

/** Users and groups with access, as far as they are listed. */
export interface Holders {
  users: ProjectAccess['users']
  groups: readonly Pick<ProjectAccess['groups'][number], 'id' | 'name' | 'users' | 'roles' | 'addedAt'>[]
}

/** Lists users and groups of a project together. */
export function accessRows({ users, groups }: Holders): AccessRow[] {
  return [
    ...groups.map(({ id, name, users: members, roles, addedAt }) => ({
      key: `group ${id}`,
      kind: 'group' as const,
      id,
      name,
      note: counted(members.length, 'member'),
      kindLabel: 'Group',
      roles,
      addedAt,
    })),
    ...users.map((user) => {
      const name = nameOf(user)
      return {
        key: `user ${user.id}`,
        kind: 'user' as const,
        id: user.id,
        name,
        note: [user.username, user.email].find((one) => one && one !== name) ?? '',
        kindLabel: accountInWords(user.accountType),
        roles: user.roles,
        addedAt: user.addedAt,
      }
    }),
  ]
}

/** Gets the display name of a user: the name, else the user name, the email or the ID. */
export const nameOf = (user: {
  id: number
  name?: string | undefined
  username?: string | undefined
  email?: string | null | undefined
}): string => user.name ?? user.username ?? user.email ?? String(user.id)
