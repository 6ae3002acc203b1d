import {
  deleteScimUsers as ofScim,
  deleteUser as operation,
} from '../../../../../src-shared/contract/users.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import { personOf } from '../../../../kernel/caller.ts'
import { mutation, type MutationContext } from '../../../../kernel/use-case.ts'
import { requireAdminLeft } from '../../records/access/require-admin-left.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import type { Person } from '../../records/user-admin/people.read-model.ts'
import { inEvents, requirePersonWithRole } from '../../records/user-admin/person.ts'
import { deleteUserRow } from '../../records/user-admin/user-admin.store.ts'

/** Deletes a person with sessions, roles and tokens. Nobody deletes themselves, nor the last Admin. */
export const deleteUser = (access: AccessDirectory, personalTokens: PersonalTokenDirectory) =>
  mutation(operation, async (context, { params: { id } }) => {
    const person = await requirePersonWithRole(context.queries, id)
    await deletePerson(context, person, personalTokens)
    await requireAdminLeft(context.queries)
    access.refreshAfter(context)
  })

/** The deed itself; the caller of this sees to it that an Admin is left and that access is read anew. */
export async function deletePerson(
  context: MutationContext,
  person: Person,
  personalTokens: PersonalTokenDirectory,
): Promise<void> {
  if (personOf(context.caller.actor) === person.id)
    throw new AppError('InvalidOperationError', 'You cannot delete yourself. Another Admin can.')
  await deleteUserRow(context.queries, person.id)
  context.record({ type: 'user-deleted', preData: inEvents(person, person.rootRole) })
  context.onCommit(() => personalTokens.removeOf(person.id))
}

/** Deletes whom SCIM manages. Nothing provisions users by SCIM here, every `scimId` is null: there is nobody to delete. */
export const deleteScimUsers = mutation(ofScim, async () => undefined)
