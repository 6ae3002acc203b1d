import { nextTurn, Turn } from '#runtime/turn.ts'
import { AppError } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { requireAdminLeft } from '../roles/role-rules.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { readGroupEventData } from '../groups/groups.read-model.ts'
import { findGroupByName, insertGroup } from '../groups/groups.store.ts'
import { findPeople } from '../users/users.store.ts'
import { badScim, uniquenessError } from './scim-error.ts'
import type { ScimGroupContent, StoredScimGroup } from './scim-group.ts'
import { changeScimMembers, findScimGroup, readScimMembers, writeScimGroup } from './scim-groups.store.ts'
import { noResource, toScimId } from './scim-ids.ts'

/** Author of members that SCIM adds. A sign-in removes only those that a sign-in added. */
const BY_SCIM = 'SCIM'

/** Creates a group that SCIM manages. It grants nothing until an Admin gives it a role. Throws 409 for a taken name. */
export async function createManagedGroup(
  context: MutationContext,
  access: AccessDirectory,
  content: ScimGroupContent,
): Promise<StoredScimGroup> {
  const { everything, now } = context
  await requireFreeName(context, content.name)
  const id = await insertGroup(everything, {
    name: content.name,
    description: null,
    mappingsSSO: [],
    rootRole: null,
    createdAt: now.toISOString(),
    createdBy: BY_SCIM,
  })
  await write(context, id, content, new Set())
  context.record({ type: 'group-created', data: await readGroupEventData(everything, id) })
  access.refreshAfter(context)
  return requireScimGroup(context, id)
}

/**
 * Changes a group as SCIM says; from then on SCIM manages the group. What an Admin gave it stays: description, root
 * role, SSO names and roles in projects. Members who stay keep when and by whom they joined. A group with a root role is left
 * to Admins, but for members who leave: else the token of SCIM would give that role to anybody.
 */
export async function changeManagedGroup(
  context: MutationContext,
  access: AccessDirectory,
  before: StoredScimGroup,
  change: (before: ScimGroupContent) => ScimGroupContent,
): Promise<StoredScimGroup> {
  const { everything } = context
  const { id } = before
  // thousands of members: each part takes a turn of its own
  const turn = new Turn()
  const members = await readScimMembers(everything, [id])
  const former = new Set((members.get(id) ?? []).map((member) => member.id))
  await turn.pause()
  const content = change({ name: before.name, externalId: before.externalId, members: former })
  const isSame =
    content.name === before.name &&
    content.externalId === before.externalId &&
    content.members.size === former.size &&
    [...content.members].every((member) => former.has(member))
  if (isSame && before.scimId !== null) return before
  await turn.pause()
  const isJoined = [...content.members].some((member) => !former.has(member))
  if (isJoined || content.name !== before.name) requireNoRootRole(before)
  await requireFreeName(context, content.name, id)
  const preData = await readGroupEventData(everything, id)
  await turn.pause()
  await write(context, id, content, former)
  await turn.pause()
  await requireAdminLeft(everything)
  await turn.pause()
  context.record({ type: 'group-updated', data: await readGroupEventData(everything, id), preData })
  access.refreshAfter(context)
  return requireScimGroup(context, id)
}

/** Refuses a change of a group that gives its members a root role. */
export function requireNoRootRole({ name, rootRole }: Pick<StoredScimGroup, 'name' | 'rootRole'>): void {
  if (rootRole === null) return
  throw new AppError(
    'ForbiddenError',
    `The group "${name}" has a root role. Its name and new members are decided in Halyard, by an Admin.`,
  )
}

/** Reads a group. Throws 404. */
export async function requireScimGroup(
  { visible }: Pick<MutationContext, 'visible'>,
  id: number,
): Promise<StoredScimGroup> {
  const group = await findScimGroup(visible, id)
  if (!group) throw noResource(toScimId('group', id))
  return group
}

async function write(
  { everything, now }: MutationContext,
  id: number,
  { name, externalId, members }: ScimGroupContent,
  former: ReadonlySet<number>,
): Promise<void> {
  const at = now.toISOString()
  const joined = [...members].filter((member) => !former.has(member))
  const known = await findPeople(everything, joined)
  await nextTurn()
  const unknown = joined.find((member) => !known.has(member))
  if (unknown !== undefined)
    throw badScim('invalidValue', `There is no user ${toScimId('user', unknown)}. Create the user first.`)
  await writeScimGroup(everything, id, { name, externalId, scimId: toScimId('group', id), at })
  await changeScimMembers(everything, id, {
    joined,
    left: [...former].filter((member) => !members.has(member)),
    by: BY_SCIM,
    at,
  })
}

async function requireFreeName(
  { everything }: MutationContext,
  name: string,
  besides?: number,
): Promise<void> {
  const found = await findGroupByName(everything, name)
  if (found && found.id !== besides) throw uniquenessError(`Another group is named "${name}".`)
}
