import { createGroup as operation } from '#shared/access/contract/groups.ts'
import { nameOf } from '#kernel/caller.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { toEventData } from '../../records/groups/group.ts'
import { checkedGroup } from '../../records/groups/group-rules.ts'
import { requireGroup } from '../../records/groups/groups.read-model.ts'
import { addMembers, insertGroup } from '../../records/groups/groups.store.ts'

/** Creates a group (docs/contract/access.md#groups). Its members have what it gives from the reply on. */
export const createGroup = ({ access }: { access: AccessDirectory }) =>
  mutation(operation, async (context, { body }) => {
    const { queries, restored } = context
    const { content, members } = await checkedGroup(context, body)
    const createdBy = nameOf(context.caller.actor)
    const at = context.now.toISOString()
    const id = await insertGroup(queries, {
      ...content,
      createdAt: restored?.createdAt ?? at,
      createdBy: restored?.createdBy ?? createdBy,
      ...(restored?.id === undefined ? {} : { id: Number(restored.id) }),
    })
    await addMembers(
      queries,
      id,
      members.map((userId) => ({ userId, joinedAt: at, createdBy })),
    )
    const group = await requireGroup(queries, id)
    context.record({ type: 'group-created', data: toEventData(group) })
    access.refreshAfter(context)
    return group
  })
