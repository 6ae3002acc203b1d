import { updateGroup as operation } from '#shared/access/contract/groups.ts'
import { nameOf } from '#kernel/caller.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireAdminLeft } from '../../records/access/require-admin-left.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { toEventData } from '../../records/groups/group.ts'
import { checkedGroup } from '../../records/groups/group-rules.ts'
import { requireGroup } from '../../records/groups/groups.read-model.ts'
import { addMembers, removeMember, updateGroupRow } from '../../records/groups/groups.store.ts'

/**
 * Replaces a group, its list of members too (docs/contract/access.md#groups). Who stays keeps when and by whom they
 * joined: a member
 * that came by SSO is not made one added by hand, which a sign-in could never take out again.
 */
export const updateGroup = ({ access }: { access: AccessDirectory }) =>
  mutation(operation, async (context, { params: { groupId }, body }) => {
    const { queries } = context
    const before = await requireGroup(queries, groupId)
    const { content, members } = await checkedGroup(context, body, before)
    await updateGroupRow(queries, groupId, content)
    const stay = new Set(members)
    for (const { user } of before.users) if (!stay.has(user.id)) await removeMember(queries, groupId, user.id)
    const createdBy = nameOf(context.caller.actor)
    const joinedAt = context.now.toISOString()
    await addMembers(
      queries,
      groupId,
      members.map((userId) => ({ userId, joinedAt, createdBy })),
    )
    await requireAdminLeft(queries)
    const after = await requireGroup(queries, groupId)
    context.record({ type: 'group-updated', data: toEventData(after), preData: toEventData(before) })
    access.refreshAfter(context)
    return after
  })
