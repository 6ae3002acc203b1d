import { nameOf } from '#kernel/caller.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/groups.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { requireAdminLeft } from '../roles/role-rules.ts'
import { checkedGroup, removeGroup } from '../groups/group-rules.ts'
import { toEventData } from '../groups/group.ts'
import { groupExists, readGroups, requireGroup } from '../groups/groups.read-model.ts'
import {
  addMembers,
  deleteGroupRow,
  insertGroup,
  removeMember,
  updateGroupRow,
} from '../groups/groups.store.ts'

/** All groups by name; anybody who is signed in may see who is in which (docs/contract/access.md#groups). */
export const getGroups = query(contract.getGroups, async ({ visible }) => ({
  groups: await readGroups(visible),
}))

/** Creates a group (docs/contract/access.md#groups). Its members have what it gives from the reply on. */
export const createGroup = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.createGroup, async (context, { body }) => {
    const { everything, restored } = context
    const { content, members } = await checkedGroup(context, body)
    const createdBy = nameOf(context.caller.actor)
    const at = context.now.toISOString()
    const id = await insertGroup(everything, {
      ...content,
      createdAt: restored?.createdAt ?? at,
      createdBy: restored?.createdBy ?? createdBy,
      ...(restored?.id === undefined ? {} : { id: Number(restored.id) }),
    })
    await addMembers(
      everything,
      id,
      members.map((userId) => ({ userId, joinedAt: at, createdBy })),
    )
    const group = await requireGroup(everything, id)
    context.record({ type: 'group-created', data: toEventData(group) })
    access.refreshAfter(context)
    return group
  })

export const getGroup = query(contract.getGroup, ({ visible }, { params: { groupId } }) =>
  requireGroup(visible, groupId),
)

/**
 * Replaces a group, its list of members too (docs/contract/access.md#groups). Who stays keeps when and by whom they
 * joined: a member
 * that came by SSO is not made one added by hand, which a sign-in could never take out again.
 */
export const updateGroup = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.updateGroup, async (context, { params: { groupId }, body }) => {
    const { everything } = context
    const before = await requireGroup(everything, groupId)
    const { content, members } = await checkedGroup(context, body, before)
    await updateGroupRow(everything, groupId, content)
    const stay = new Set(members)
    for (const { user } of before.users)
      if (!stay.has(user.id)) await removeMember(everything, groupId, user.id)
    const createdBy = nameOf(context.caller.actor)
    const joinedAt = context.now.toISOString()
    await addMembers(
      everything,
      groupId,
      members.map((userId) => ({ userId, joinedAt, createdBy })),
    )
    await requireAdminLeft(everything)
    const after = await requireGroup(everything, groupId)
    context.record({ type: 'group-updated', data: toEventData(after), preData: toEventData(before) })
    access.refreshAfter(context)
    return after
  })

/** Deletes a group; one that is not there is no error (docs/contract/access.md#groups). */
export const deleteGroup = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.deleteGroup, async (context, { params: { groupId } }) => {
    const { everything } = context
    if (!(await groupExists(everything, groupId))) return
    await removeGroup(context, groupId)
    await requireAdminLeft(everything)
    access.refreshAfter(context)
  })

/** Deletes all groups that SCIM made; those made here stay. */
export const deleteScimGroups = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.deleteScimGroups, async (context) => {
    const { everything } = context
    const groups = (await readGroups(everything)).filter((group) => group.scimId !== null)
    if (groups.length === 0) return
    for (const { id } of groups) await deleteGroupRow(everything, id)
    await requireAdminLeft(everything)
    context.record({ type: 'scim-groups-deleted', preData: { groups: groups.map(toEventData) } })
    access.refreshAfter(context)
  })
