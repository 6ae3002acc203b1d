import { patchScimGroup as operation } from '#shared/access/contract/scim.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { changeManagedGroup, requireScimGroup } from '../../records/scim/save-scim-group.ts'
import { readScimGroupView } from '../../records/scim/scim-group-view.ts'
import { patchedGroup } from '../../records/scim/scim-group.ts'
import { requireScimId } from '../../records/scim/scim-ids.ts'
import { scimBase } from '../../records/scim/scim-pages.ts'

/** Changes the name or the members of a group, all operations or none. */
export const patchScimGroup = ({ access, pagesUrl }: { access: AccessDirectory; pagesUrl: () => string }) =>
  mutation(operation, async (context, { params: { id }, body: { Operations } }) => {
    const before = await requireScimGroup(context, requireScimId('group', id))
    const group = await changeManagedGroup(context, access, before, (content) =>
      patchedGroup(content, Operations),
    )
    return readScimGroupView(context.queries, group, scimBase(pagesUrl))
  })
