import type { Grant } from '../../../../../src-shared/access/rules/index.ts'
import type { Permission, RoleType } from '../../../../../src-shared/access/permissions/index.ts'

export interface StoredRole {
  id: number
  name: string
  type: RoleType
  permissions: readonly { permission: Permission; environment?: string }[]
}

export interface StoredAssignment {
  userId: number
  roleId: number
  /** Absent: a root role. */
  project?: string
}

/** Group as decisions need it: its members, and the roles it gives them. */
export interface StoredGroup {
  id: number
  name: string
  /** A root role that all members hold everywhere (document: "User group", since 5.1). */
  rootRoleId?: number
  members: readonly number[]
  roles: readonly { roleId: number; project: string }[]
}

/** Facts from which all access is computed. Pure data, so a change can be tried out on a copy first. */
export interface AccessFacts {
  roles: readonly StoredRole[]
  assignments: readonly StoredAssignment[]
  groups: readonly StoredGroup[]
  /** Ids of projects that are private, or were when they were deleted: their events are still there. */
  privateProjects: readonly string[]
}

/**
 * Computes each user's grants and their source: the user's own roles, project roles of the user's groups, and
 * root roles of the user's groups (docs/contract/access.md#evaluation). A deleted role grants nothing.
 */
export function grantsOf(facts: AccessFacts): Map<number, Grant[]> {
  const roles = new Map(facts.roles.map((role) => [role.id, role]))
  const grants = new Map<number, Grant[]>()
  const give = (userId: number, roleId: number, rest: Pick<Grant, 'via' | 'project'>) => {
    const role = roles.get(roleId)
    if (!role) return
    const grant: Grant = {
      role: { id: role.id, name: role.name, type: role.type },
      ...rest,
      permissions: role.permissions,
    }
    const held = grants.get(userId)
    if (held) held.push(grant)
    else grants.set(userId, [grant])
  }

  for (const { userId, roleId, project } of facts.assignments)
    give(userId, roleId, { via: { kind: 'direct' }, ...(project === undefined ? {} : { project }) })
  for (const { id, name, rootRoleId, members, roles: groupRoles } of facts.groups) {
    for (const userId of members) {
      if (rootRoleId !== undefined) give(userId, rootRoleId, { via: { kind: 'group-root-role', id, name } })
      for (const { roleId, project } of groupRoles)
        give(userId, roleId, { via: { kind: 'group', id, name }, project })
    }
  }
  return grants
}
