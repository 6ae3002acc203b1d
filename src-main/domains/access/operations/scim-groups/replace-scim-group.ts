import { replaceScimGroup as operation } from '#shared/access/contract/scim.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { changeManagedGroup, requireScimGroup } from '../../records/scim/save-scim-group.ts'
import { readScimGroupView } from '../../records/scim/scim-group-view.ts'
import { readScimGroup } from '../../records/scim/scim-group.ts'
import { requireScimId } from '../../records/scim/scim-ids.ts'
import { scimBase } from '../../records/scim/scim-pages.ts'

/** Replaces the name and all members of a group. */
export const replaceScimGroup = ({ access, pagesUrl }: { access: AccessDirectory; pagesUrl: () => string }) =>
  mutation(operation, async (context, { params: { id }, body }) => {
    const before = await requireScimGroup(context, requireScimId('group', id))
    const group = await changeManagedGroup(context, access, before, () => readScimGroup(body))
    return readScimGroupView(context.queries, group, scimBase(pagesUrl))
  })
