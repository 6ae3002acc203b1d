import { changeUserPassword as operation } from '#shared/access/contract/passwords.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { requireUnmanaged } from '../../records/scim/require-unmanaged.ts'
import type { ScimAccess } from '../../records/scim/scim-access.ts'
import { requirePerson } from '../../records/users/require-person.ts'
import { preparePassword, storePassword } from '../../records/passwords/new-password.ts'

/** Sets the password of a user, as an Admin. Users whom SCIM manages sign in at their provider. */
export const changeUserPassword = ({ scim }: { scim: ScimAccess }) =>
  preparedMutation(
    operation,
    async ({ queries }, { params: { id }, body: { password } }) => {
      const person = await requirePerson(queries, id)
      requireUnmanaged(scim, person)
      return preparePassword(queries, person, password)
    },
    async (context, { params: { id } }, passwordHash) => {
      const person = await requirePerson(context.queries, id)
      requireUnmanaged(scim, person)
      await storePassword(context, person, passwordHash)
    },
  )
