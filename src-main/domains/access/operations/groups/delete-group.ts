import { deleteGroup as one } from '#shared/access/contract/groups.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireAdminLeft } from '../../records/access/require-admin-left.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { groupExists } from '../../records/groups/groups.read-model.ts'
import { removeGroup } from '../../records/groups/remove-group.ts'

/** Deletes a group; one that is not there is no error (docs/contract/access.md#groups). */
export const deleteGroup = ({ access }: { access: AccessDirectory }) =>
  mutation(one, async (context, { params: { groupId } }) => {
    const { queries } = context
    if (!(await groupExists(queries, groupId))) return
    await removeGroup(context, groupId)
    await requireAdminLeft(queries)
    access.refreshAfter(context)
  })
