import { getScimGroup as operation } from '#shared/access/contract/scim.ts'
import { query } from '#kernel/use-case.ts'
import { requireScimGroup } from '../../records/scim/save-scim-group.ts'
import { readScimGroupView } from '../../records/scim/scim-group-view.ts'
import { requireScimId } from '../../records/scim/scim-ids.ts'
import { scimBase } from '../../records/scim/scim-pages.ts'

export const getScimGroup = ({ pagesUrl }: { pagesUrl: () => string }) =>
  query(operation, async (context, { params: { id }, query: view }) => {
    const group = await requireScimGroup(context, requireScimId('group', id))
    return readScimGroupView(context.queries, group, scimBase(pagesUrl), view)
  })
