import { getScimUser as operation } from '#shared/access/contract/scim.ts'
import { query } from '#kernel/use-case.ts'
import { requireScimUser } from '../../records/scim/save-scim-user.ts'
import { requireScimId } from '../../records/scim/scim-ids.ts'
import { scimBase } from '../../records/scim/scim-pages.ts'
import { toScimUser, viewOf } from '../../records/scim/scim-user.ts'

export const getScimUser = ({ pagesUrl }: { pagesUrl: () => string }) =>
  query(operation, async (context, { params: { id }, query: view }) => {
    const user = await requireScimUser(context, requireScimId('user', id))
    return viewOf(toScimUser(user, scimBase(pagesUrl)), view)
  })
