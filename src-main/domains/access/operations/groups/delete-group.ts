import { deleteGroup as one } from '../../../../../src-shared/access/contract/groups.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { requireAdminLeft } from '../../records/access/require-admin-left.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { toEventData } from '../../records/groups/group.ts'
import { findGroup } from '../../records/groups/groups.read-model.ts'
import { deleteGroupRow } from '../../records/groups/groups.store.ts'

/** Deletes a group; one that is not there is no error (docs/contract/access.md#groups). */
export const deleteGroup = ({ access }: { access: AccessDirectory }) =>
  mutation(one, async (context, { params: { groupId } }) => {
    const { queries } = context
    const group = await findGroup(queries, groupId)
    if (!group) return
    await deleteGroupRow(queries, groupId)
    await requireAdminLeft(queries)
    context.record({ type: 'group-deleted', preData: toEventData(group) })
    access.refreshAfter(context)
  })
