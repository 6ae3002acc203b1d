import { AppError } from '#kernel/app-error.ts'
import { personOf } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import type { PersonalTokenDirectory } from '../personal-tokens/personal-token-directory.ts'
import type { ScimAccess } from '../scim/scim-access.ts'
import type { Person } from './people.read-model.ts'
import { inEvents } from './person.ts'
import { deleteUserRow } from '../users/users.store.ts'

/** Services that the deletion of users needs. */
export interface DeletionServices {
  access: AccessDirectory
  personalTokens: PersonalTokenDirectory
  scim: ScimAccess
}

/** The deed itself; the caller of this sees to it that an Admin is left and that access is read anew. */
export async function deletePerson(
  context: MutationContext,
  person: Person,
  personalTokens: PersonalTokenDirectory,
): Promise<void> {
  if (personOf(context.caller.actor) === person.id)
    throw new AppError('InvalidOperationError', 'You cannot delete yourself. Another Admin can.')
  await deleteUserRow(context.everything, person.id)
  context.record({ type: 'user-deleted', preData: inEvents(person, person.rootRole) })
  context.onCommit(() => personalTokens.removeOf(person.id))
}
