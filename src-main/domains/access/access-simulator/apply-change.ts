import type { AccessChange } from '#shared/access/schemas/access-preview.ts'
import { notFound } from '#kernel/app-error.ts'
import type { AccessFacts, StoredAssignment, StoredGroup } from '../access/access-facts.ts'

/** No group that is stored has this number. */
const NEW_GROUP = 0

/** The facts as a change would leave them; those given stay as they are. Throws 404 for a role or group that is not there. */
export function applyChange(facts: AccessFacts, change: AccessChange): AccessFacts {
  switch (change.kind) {
    case 'role':
      return withRole(facts, change)
    case 'user':
      return withRoles(facts, change.userId, undefined, [change.rootRole])
    case 'user-project-roles':
      return withRoles(facts, change.userId, change.project, change.roles)
    case 'group':
      return withGroup(facts, change)
    case 'group-deleted': {
      const gone = requireGroup(facts, change.groupId)
      return { ...facts, groups: facts.groups.filter((group) => group !== gone) }
    }
    case 'group-project-roles':
      return withGroupRoles(facts, change)
  }
}

function withRole(facts: AccessFacts, { roleId, permissions }: Extract<AccessChange, { kind: 'role' }>) {
  const role = facts.roles.find(({ id }) => id === roleId)
  if (!role) throw notFound(`Could not find role with id: ${roleId}`)
  const changed = {
    ...role,
    permissions: permissions.map(({ name, environment }) => ({
      permission: name,
      ...(environment ? { environment } : {}),
    })),
  }
  return { ...facts, roles: facts.roles.map((one) => (one === role ? changed : one)) }
}

function withRoles(
  facts: AccessFacts,
  userId: number,
  project: string | undefined,
  roles: readonly number[],
): AccessFacts {
  const given: StoredAssignment[] = roles.map((roleId) => ({
    userId,
    roleId,
    ...(project === undefined ? {} : { project }),
  }))
  const others = facts.assignments.filter((one) => one.userId !== userId || one.project !== project)
  return { ...facts, assignments: [...others, ...given] }
}

function withGroup(facts: AccessFacts, change: Extract<AccessChange, { kind: 'group' }>): AccessFacts {
  const { groupId, rootRole, users } = change
  const before: StoredGroup =
    groupId === undefined
      ? { id: NEW_GROUP, name: 'the new group', members: [], roles: [] }
      : requireGroup(facts, groupId)
  const { rootRoleId: _rootRoleId, ...rest } = before
  const changed = { ...rest, members: users, ...(rootRole == null ? {} : { rootRoleId: rootRole }) }
  const groups = groupId === undefined ? [...facts.groups, before] : facts.groups
  return { ...facts, groups: groups.map((one) => (one === before ? changed : one)) }
}

function withGroupRoles(
  facts: AccessFacts,
  { groupId, project, roles }: Extract<AccessChange, { kind: 'group-project-roles' }>,
): AccessFacts {
  const before = requireGroup(facts, groupId)
  const given = roles.map((roleId) => ({ roleId, project }))
  const changed = { ...before, roles: [...before.roles.filter((one) => one.project !== project), ...given] }
  return { ...facts, groups: facts.groups.map((one) => (one === before ? changed : one)) }
}

function requireGroup(facts: AccessFacts, groupId: number): StoredGroup {
  const group = facts.groups.find(({ id }) => id === groupId)
  if (!group) throw notFound(`Could not find group with id: ${groupId}`)
  return group
}
