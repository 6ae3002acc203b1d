import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/scim.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { requireAdminLeft } from '../roles/role-rules.ts'
import type { PersonalTokenDirectory } from '../personal-tokens/personal-token-directory.ts'
import { changeManagedUser, createManagedUser, requireScimUser } from '../scim/save-scim-user.ts'
import { requireScimId } from '../scim/scim-ids.ts'
import { overScim } from '../scim/scim-route.ts'
import { pageOf, scimBase, toList } from '../scim/scim-schemas.ts'
import { patched } from '../scim/scim-patch.ts'
import { readScimUser, toScimUser, viewOf } from '../scim/scim-user.ts'
import { USER_FILTER_COLUMNS, countScimUsers, readScimUsers } from '../scim/scim-users.store.ts'
import { deletePerson } from '../user-admin/delete-person.ts'
import { requirePersonWithRole } from '../user-admin/person.ts'

/** Lists people in pages. Those whom no provider manages are among them, so that a provider can take them over. */
export const listScimUsers = overScim(({ pagesUrl }: { pagesUrl: () => string }) =>
  query(contract.listScimUsers, async ({ visible }, request) => {
    const { where, startIndex, window } = await pageOf(request.query, USER_FILTER_COLUMNS)
    const totalResults = await countScimUsers(visible, where)
    const users = window.limit === 0 ? [] : await readScimUsers(visible, where, window)
    const base = scimBase(pagesUrl)
    return toList(
      users.map((user) => viewOf(toScimUser(user, base), request.query)),
      { startIndex, totalResults },
    )
  }),
)

/** Creates a user whom SCIM manages. A password in the request is ignored: such users sign in at their provider. */
export const createScimUser = overScim(
  ({ access, pagesUrl }: { access: AccessDirectory; pagesUrl: () => string }) =>
    mutation(contract.createScimUser, async (context, { body }) =>
      toScimUser(await createManagedUser(context, access, await readScimUser(body)), scimBase(pagesUrl)),
    ),
)

export const getScimUser = overScim(({ pagesUrl }: { pagesUrl: () => string }) =>
  query(contract.getScimUser, async (context, { params: { id }, query: view }) => {
    const user = await requireScimUser(context, requireScimId('user', id))
    return viewOf(toScimUser(user, scimBase(pagesUrl)), view)
  }),
)

/** Replaces all attributes of a user; what is left out is emptied. */
export const replaceScimUser = overScim(
  ({ access, pagesUrl }: { access: AccessDirectory; pagesUrl: () => string }) =>
    mutation(contract.replaceScimUser, async (context, { params: { id }, body }) => {
      const before = await requireScimUser(context, requireScimId('user', id))
      return toScimUser(
        await changeManagedUser(context, access, before, await readScimUser(body)),
        scimBase(pagesUrl),
      )
    }),
)

/** Changes attributes of a user, all operations or none. */
export const patchScimUser = overScim(
  ({ access, pagesUrl }: { access: AccessDirectory; pagesUrl: () => string }) =>
    mutation(contract.patchScimUser, async (context, { params: { id }, body: { Operations } }) => {
      const before = await requireScimUser(context, requireScimId('user', id))
      const content = await patched(before, Operations)
      return toScimUser(await changeManagedUser(context, access, before, content), scimBase(pagesUrl))
    }),
)

/** Deletes a user with sessions, roles and tokens. The last Admin stays. */
export const deleteScimUser = overScim(
  ({ access, personalTokens }: { access: AccessDirectory; personalTokens: PersonalTokenDirectory }) =>
    mutation(contract.deleteScimUser, async (context, { params }) => {
      const { id } = await requireScimUser(context, requireScimId('user', params.id))
      await deletePerson(context, await requirePersonWithRole(context.everything, id), personalTokens)
      await requireAdminLeft(context.everything)
      access.refreshAfter(context)
    }),
)
