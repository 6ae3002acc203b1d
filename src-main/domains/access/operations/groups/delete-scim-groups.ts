import { deleteScimGroups as ofScim } from '#shared/access/contract/groups.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireAdminLeft } from '../../records/access/require-admin-left.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { toEventData } from '../../records/groups/group.ts'
import { readGroups } from '../../records/groups/groups.read-model.ts'
import { deleteGroupRow } from '../../records/groups/groups.store.ts'

/** Deletes all groups that SCIM made; those made here stay. */
export const deleteScimGroups = ({ access }: { access: AccessDirectory }) =>
  mutation(ofScim, async (context) => {
    const { queries } = context
    const groups = (await readGroups(queries)).filter((group) => group.scimId !== null)
    if (groups.length === 0) return
    for (const { id } of groups) await deleteGroupRow(queries, id)
    await requireAdminLeft(queries)
    context.record({ type: 'scim-groups-deleted', preData: { groups: groups.map(toEventData) } })
    access.refreshAfter(context)
  })
