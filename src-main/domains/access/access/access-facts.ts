import type { FormerProject, Grant } from '#shared/access/rules/index.ts'
import type { Permission, RoleType } from '#shared/access/permissions/index.ts'
import { groupRows } from '#store/group-rows.ts'

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
  /** Private projects that were deleted, and whose id was given again. */
  formerProjects?: readonly FormerProject[]
}

/**
 * Finds each user's grants and their source: the user's own roles, project roles of the user's groups, and root roles of
 * the user's groups (docs/contract/access.md#evaluation). A deleted role grants nothing. Grants are made when a user is
 * first asked about: making those of ten thousand at once would stop the service for a moment.
 */
export class GrantIndex {
  readonly #roles: ReadonlyMap<number, StoredRole>
  readonly #assignments: ReadonlyMap<number, readonly StoredAssignment[]>
  readonly #groups = new Map<number, StoredGroup[]>()
  /** At most one entry for each user. */
  readonly #made = new Map<number, readonly Grant[]>()

  constructor({ roles, assignments, groups }: AccessFacts) {
    this.#roles = new Map(roles.map((role) => [role.id, role]))
    this.#assignments = groupRows(assignments, ({ userId }) => userId)
    for (const group of groups)
      for (const userId of group.members) {
        const own = this.#groups.get(userId)
        if (own) own.push(group)
        else this.#groups.set(userId, [group])
      }
  }

  /** Returns the grants of a user. */
  of(userId: number): readonly Grant[] {
    const known = this.#made.get(userId)
    if (known) return known
    const assignments = this.#assignments.get(userId)
    const groups = this.#groups.get(userId)
    if (!assignments && !groups) return []
    const grants = this.#grantsFrom(assignments ?? [], groups ?? [])
    this.#made.set(userId, grants)
    return grants
  }

  #grantsFrom(assignments: readonly StoredAssignment[], groups: readonly StoredGroup[]): Grant[] {
    const grants: Grant[] = []
    const give = (roleId: number, rest: Pick<Grant, 'via' | 'project'>) => {
      const role = this.#roles.get(roleId)
      if (!role) return
      const { id, name, type, permissions } = role
      grants.push({ role: { id, name, type }, ...rest, permissions })
    }
    for (const { roleId, project } of assignments)
      give(roleId, { via: { kind: 'direct' }, ...(project === undefined ? {} : { project }) })
    for (const { id, name, rootRoleId, roles } of groups) {
      if (rootRoleId !== undefined) give(rootRoleId, { via: { kind: 'group-root-role', id, name } })
      for (const { roleId, project } of roles) give(roleId, { via: { kind: 'group', id, name }, project })
    }
    return grants
  }
}

/** Computes the grants of every user who has any. */
export function grantsOf(facts: AccessFacts): Map<number, readonly Grant[]> {
  const index = new GrantIndex(facts)
  const users = new Set([
    ...facts.assignments.map(({ userId }) => userId),
    ...facts.groups.flatMap(({ members }) => members),
  ])
  return new Map(
    [...users].map((id) => [id, index.of(id)] as const).filter(([, grants]) => grants.length > 0),
  )
}
