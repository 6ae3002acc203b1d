import { listScimUsers as operation } from '#shared/access/contract/scim.ts'
import { query } from '#kernel/use-case.ts'
import { pageOf, scimBase } from '../../records/scim/scim-pages.ts'
import { toList } from '../../records/scim/scim-schemas.ts'
import { toScimUser, viewOf } from '../../records/scim/scim-user.ts'
import { countScimUsers, readScimUsers, USER_FILTER_COLUMNS } from '../../records/scim/scim-users.store.ts'

/** Lists people in pages. Those whom no provider manages are among them, so that a provider can take them over. */
export const listScimUsers = ({ pagesUrl }: { pagesUrl: () => string }) =>
  query(operation, async ({ queries }, request) => {
    const { where, startIndex, window } = await pageOf(request.query, USER_FILTER_COLUMNS)
    const totalResults = await countScimUsers(queries, where)
    const users = window.limit === 0 ? [] : await readScimUsers(queries, where, window)
    const base = scimBase(pagesUrl)
    return toList(
      users.map((user) => viewOf(toScimUser(user, base), request.query)),
      { startIndex, totalResults },
    )
  })
