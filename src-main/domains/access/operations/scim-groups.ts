import { mutation, query } from '#kernel/use-case.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import * as contract from '#shared/access/contract/scim.ts'
import type { ScimGroup, ScimView } from '#shared/access/schemas/scim.ts'
import type { Queries } from '#store/queries.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { removeGroup } from '../groups/group-rules.ts'
import { requireAdminLeft } from '../roles/role-rules.ts'
import {
  changeManagedGroup,
  createManagedGroup,
  requireNoRootRole,
  requireScimGroup,
} from '../scim/save-scim-group.ts'
import { patchedGroup, readScimGroup, type StoredScimGroup, toScimGroup } from '../scim/scim-group.ts'
import {
  countScimGroups,
  GROUP_FILTER_COLUMNS,
  readScimGroups,
  readScimMembers,
} from '../scim/scim-groups.store.ts'
import { requireScimId } from '../scim/scim-ids.ts'
import { overScim } from '../scim/scim-route.ts'
import { pageOf, scimBase, toList } from '../scim/scim-schemas.ts'
import { namesOf, viewOf } from '../scim/scim-user.ts'

/** Members on a page: a page with more of them ends sooner, and the next page goes on from there. */
const MAX_MEMBERS = 5000

/** Checks whether a request wants the members of groups: providers leave them out of lists. */
function wantsMembers({ attributes, excludedAttributes }: ScimView): boolean {
  const wanted = namesOf(attributes)
  return wanted.size > 0 ? wanted.has('members') : !namesOf(excludedAttributes).has('members')
}

/** Builds the answer for one group, with its members if they are wanted. */
async function readScimGroupView(
  queries: Queries,
  group: StoredScimGroup,
  base: string,
  view: ScimView = {},
): Promise<ScimGroup> {
  const members = wantsMembers(view) ? await readScimMembers(queries, [group.id]) : undefined
  return viewOf(toScimGroup(group, members && (members.get(group.id) ?? []), base), view)
}

/** Lists groups in pages. Those that no provider manages are among them, so that a provider can take them over. */
export const listScimGroups = overScim(({ pagesUrl }: { pagesUrl: () => string }) =>
  query(contract.listScimGroups, async ({ visible }, request) => {
    const { where, startIndex, window } = await pageOf(request.query, GROUP_FILTER_COLUMNS)
    const totalResults = await countScimGroups(visible, where)
    const groups = window.limit === 0 ? [] : await readScimGroups(visible, where, window)
    const base = scimBase(pagesUrl)
    const hasMembers = wantsMembers(request.query)
    const page = hasMembers ? groups.slice(0, fitting(groups.map(({ memberCount }) => memberCount))) : groups
    const members = hasMembers
      ? await readScimMembers(
          visible,
          page.map(({ id }) => id),
        )
      : undefined
    const resources = await mapInSteps(page, (group) =>
      viewOf(toScimGroup(group, members && (members.get(group.id) ?? []), base), request.query),
    )
    return toList(resources, { startIndex, totalResults })
  }),
)

/** Counts the groups whose members fit on a page: one at least. */
function fitting(memberCounts: readonly number[]): number {
  let members = 0
  const tooMany = memberCounts.findIndex((count, index) => {
    members += count
    return index > 0 && members > MAX_MEMBERS
  })
  return tooMany === -1 ? memberCounts.length : tooMany
}

/** Creates a group with its members. */
export const createScimGroup = overScim(
  ({ access, pagesUrl }: { access: AccessDirectory; pagesUrl: () => string }) =>
    mutation(contract.createScimGroup, async (context, { body }) => {
      const group = await createManagedGroup(context, access, readScimGroup(body))
      return readScimGroupView(context.everything, group, scimBase(pagesUrl))
    }),
)

export const getScimGroup = overScim(({ pagesUrl }: { pagesUrl: () => string }) =>
  query(contract.getScimGroup, async (context, { params: { id }, query: view }) => {
    const group = await requireScimGroup(context, requireScimId('group', id))
    return readScimGroupView(context.visible, group, scimBase(pagesUrl), view)
  }),
)

/** Replaces the name and all members of a group. */
export const replaceScimGroup = overScim(
  ({ access, pagesUrl }: { access: AccessDirectory; pagesUrl: () => string }) =>
    mutation(contract.replaceScimGroup, async (context, { params: { id }, body }) => {
      const before = await requireScimGroup(context, requireScimId('group', id))
      const group = await changeManagedGroup(context, access, before, () => readScimGroup(body))
      return readScimGroupView(context.everything, group, scimBase(pagesUrl))
    }),
)

/** Changes the name or the members of a group, all operations or none. */
export const patchScimGroup = overScim(
  ({ access, pagesUrl }: { access: AccessDirectory; pagesUrl: () => string }) =>
    mutation(contract.patchScimGroup, async (context, { params: { id }, body: { Operations } }) => {
      const before = await requireScimGroup(context, requireScimId('group', id))
      const group = await changeManagedGroup(context, access, before, (content) =>
        patchedGroup(content, Operations),
      )
      return readScimGroupView(context.everything, group, scimBase(pagesUrl))
    }),
)

/** Deletes a group; its members stay, without what the group gave them. One with a root role is left to Admins. */
export const deleteScimGroup = overScim(({ access }: { access: AccessDirectory }) =>
  mutation(contract.deleteScimGroup, async (context, { params }) => {
    const { everything } = context
    const group = await requireScimGroup(context, requireScimId('group', params.id))
    requireNoRootRole(group)
    await removeGroup(context, group.id)
    await requireAdminLeft(everything)
    access.refreshAfter(context)
  }),
)
