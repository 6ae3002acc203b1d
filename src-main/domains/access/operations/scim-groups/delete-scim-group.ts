import { deleteScimGroup as operation } from '#shared/access/contract/scim.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireAdminLeft } from '../../records/access/require-admin-left.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { removeGroup } from '../../records/groups/remove-group.ts'
import { requireNoRootRole, requireScimGroup } from '../../records/scim/save-scim-group.ts'
import { requireScimId } from '../../records/scim/scim-ids.ts'

/** Deletes a group; its members stay, without what the group gave them. One with a root role is left to Admins. */
export const deleteScimGroup = ({ access }: { access: AccessDirectory }) =>
  mutation(operation, async (context, { params }) => {
    const { queries } = context
    const group = await requireScimGroup(context, requireScimId('group', params.id))
    requireNoRootRole(group)
    await removeGroup(context, group.id)
    await requireAdminLeft(queries)
    access.refreshAfter(context)
  })
