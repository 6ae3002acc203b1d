import { listScimGroups as operation } from '#shared/access/contract/scim.ts'
import { mapInSteps } from '#kernel/in-steps.ts'
import { query } from '#kernel/use-case.ts'
import { wantsMembers } from '../../records/scim/scim-group-view.ts'
import { toScimGroup } from '../../records/scim/scim-group.ts'
import {
  countScimGroups,
  GROUP_FILTER_COLUMNS,
  readScimGroups,
  readScimMembers,
} from '../../records/scim/scim-groups.store.ts'
import { pageOf, scimBase } from '../../records/scim/scim-pages.ts'
import { toList } from '../../records/scim/scim-schemas.ts'
import { viewOf } from '../../records/scim/scim-user.ts'

/** Members on a page: a page with more of them ends sooner, and the next page goes on from there. */
const MAX_MEMBERS = 5000

/** Lists groups in pages. Those that no provider manages are among them, so that a provider can take them over. */
export const listScimGroups = ({ pagesUrl }: { pagesUrl: () => string }) =>
  query(operation, async ({ queries }, request) => {
    const { where, startIndex, window } = await pageOf(request.query, GROUP_FILTER_COLUMNS)
    const totalResults = await countScimGroups(queries, where)
    const groups = window.limit === 0 ? [] : await readScimGroups(queries, where, window)
    const base = scimBase(pagesUrl)
    const hasMembers = wantsMembers(request.query)
    const page = hasMembers ? groups.slice(0, fitting(groups.map(({ memberCount }) => memberCount))) : groups
    const members = hasMembers
      ? await readScimMembers(
          queries,
          page.map(({ id }) => id),
        )
      : undefined
    const resources = await mapInSteps(page, (group) =>
      viewOf(toScimGroup(group, members && (members.get(group.id) ?? []), base), request.query),
    )
    return toList(resources, { startIndex, totalResults })
  })

/** Counts the groups whose members fit on a page: one at least. */
function fitting(memberCounts: readonly number[]): number {
  let members = 0
  const tooMany = memberCounts.findIndex((count, index) => {
    members += count
    return index > 0 && members > MAX_MEMBERS
  })
  return tooMany === -1 ? memberCounts.length : tooMany
}
