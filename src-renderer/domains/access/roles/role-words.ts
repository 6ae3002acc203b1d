import type { Role, RoleUse } from '#shared/access/schemas/role.ts'
import { counted } from '#ui/figures.ts'

export const isBuiltIn = ({ type }: Pick<Role, 'type'>): boolean => type === 'root' || type === 'project'

/** Checks whether a role is held at the root, not in projects. */
export const isRootRole = ({ type }: Pick<Role, 'type'>): boolean => type === 'root' || type === 'root-custom'

/** Describes the use of a role: "2 users, 1 group", "nobody". */
export function useInWords({ userCount, groupCount, serviceAccountCount }: RoleUse): string {
  const parts = [
    ...(userCount > 0 ? [counted(userCount, 'user')] : []),
    ...(serviceAccountCount > 0 ? [counted(serviceAccountCount, 'service account')] : []),
    ...(groupCount > 0 ? [counted(groupCount, 'group')] : []),
  ]
  return parts.length === 0 ? 'nobody' : parts.join(', ')
}

/** Describes the use briefly. Service accounts count as users, as in the service's own error. */
export const useInShort = ({ userCount, groupCount, serviceAccountCount }: RoleUse): string =>
  useInWords({ userCount: userCount + serviceAccountCount, serviceAccountCount: 0, groupCount })

export const isUsed = ({ userCount, groupCount, serviceAccountCount }: RoleUse): boolean =>
  userCount + groupCount + serviceAccountCount > 0
