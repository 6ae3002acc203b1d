import type { Group, UpsertGroup } from '#shared/access/schemas/group.ts'
import { AppError, badData } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { requireRootRole } from '../access/root-roles.store.ts'
import type { GroupContent } from './group.ts'
import { findGroupByName, findUserIds, deleteGroupRow } from './groups.store.ts'
import { readGroupEventData, readProjectRoles } from './groups.read-model.ts'

export interface CheckedGroup {
  content: GroupContent
  /** Ids of the members, without duplicates. */
  members: readonly number[]
}

/**
 * Checks the content of a group (docs/contract/access.md#groups; document: "User group"). Missing fields
 * count as empty: a group is always sent whole. `before` is the stored group; absent for a new one.
 */
export async function checkedGroup(
  { everything }: MutationContext,
  body: UpsertGroup,
  before?: Group,
): Promise<CheckedGroup> {
  if (body.name === '') throw badData('Group name cannot be empty', '/body/name')
  const sameName = await findGroupByName(everything, body.name)
  if (sameName && sameName.id !== before?.id)
    throw new AppError('NameExistsError', 'Group name already exists')
  const rootRole = body.rootRole ?? null
  if (rootRole !== null) await requireRootRole(everything, rootRole)
  // either a root role or roles in projects, never both (document: "User group")
  if (rootRole !== null && before && before.projects.length > 0)
    throw badData(
      `A group with roles in projects cannot have a root role. Remove it from these first: ${before.projects.join(', ')}`,
      '/body/rootRole',
    )
  const members = await checkedMembers({ everything }, body)
  if (before?.scimId != null && before.rootRole == null) requireAsScimSays(before, body.name, members)
  return {
    content: {
      name: body.name,
      description: body.description ?? null,
      mappingsSSO: [...new Set(body.mappingsSSO ?? [])],
      rootRole,
    },
    members,
  }
}

async function checkedMembers(
  { everything }: Pick<MutationContext, 'everything'>,
  { users = [] }: UpsertGroup,
): Promise<number[]> {
  const ids = users.map(({ user }) => user.id)
  const known = await findUserIds(everything, ids)
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown !== -1)
    throw badData(`There is no user with id ${ids[unknown]}`, `/body/users/${unknown}/user/id`)
  return [...new Set(ids)]
}

/**
 * Rejects changes to the name and members of a SCIM group, which only SCIM may change. Description, root role
 * and SSO names can be changed here. SCIM adds nobody to a group with a root role: people do.
 */
function requireAsScimSays(before: Group, name: string, members: readonly number[]): void {
  if (name !== before.name) throw badData('Cannot update the name of a SCIM group', '/body/name')
  const old = new Set(before.users.map(({ user }) => user.id))
  if (old.size !== members.length || members.some((id) => !old.has(id)))
    throw badData('Cannot update users of a SCIM group', '/body/users')
}

/** Deletes a group. Its event keeps the roles that it had in projects, which undo gives back (ADR 35). */
export async function removeGroup(context: MutationContext, id: number): Promise<void> {
  const { everything } = context
  const preData = {
    ...(await readGroupEventData(everything, id)),
    access: await readProjectRoles(everything, id),
  }
  await deleteGroupRow(everything, id)
  context.record({ type: 'group-deleted', preData })
}
