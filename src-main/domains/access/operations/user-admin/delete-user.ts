import { deleteUser as operation } from '#shared/access/contract/users.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireAdminLeft } from '../../records/access/require-admin-left.ts'
import { requireUnmanaged } from '../../records/scim/require-unmanaged.ts'
import { requirePersonWithRole } from '../../records/user-admin/person.ts'
import { deletePerson, type DeletionServices } from '../../records/user-admin/delete-person.ts'

/** Deletes a person with sessions, roles and tokens. Nobody deletes themselves, nor the last Admin. */
export const deleteUser = ({ access, personalTokens, scim }: DeletionServices) =>
  mutation(operation, async (context, { params: { id } }) => {
    const person = await requirePersonWithRole(context.queries, id)
    requireUnmanaged(scim, person)
    await deletePerson(context, person, personalTokens)
    await requireAdminLeft(context.queries)
    access.refreshAfter(context)
  })
