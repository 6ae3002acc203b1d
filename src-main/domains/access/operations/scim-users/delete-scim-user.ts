import { deleteScimUser as operation } from '#shared/access/contract/scim.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireAdminLeft } from '../../records/access/require-admin-left.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { requireScimUser } from '../../records/scim/save-scim-user.ts'
import { requireScimId } from '../../records/scim/scim-ids.ts'
import { deletePerson } from '../../records/user-admin/delete-person.ts'
import { requirePersonWithRole } from '../../records/user-admin/person.ts'

/** Deletes a user with sessions, roles and tokens. The last Admin stays. */
export const deleteScimUser = ({
  access,
  personalTokens,
}: {
  access: AccessDirectory
  personalTokens: PersonalTokenDirectory
}) =>
  mutation(operation, async (context, { params }) => {
    const { id } = await requireScimUser(context, requireScimId('user', params.id))
    await deletePerson(context, await requirePersonWithRole(context.queries, id), personalTokens)
    await requireAdminLeft(context.queries)
    access.refreshAfter(context)
  })
