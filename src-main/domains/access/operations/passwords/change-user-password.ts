import { changeUserPassword as operation } from '../../../../../src-shared/access/contract/passwords.ts'
import { preparedMutation } from '../../../../kernel/use-case.ts'
import { requirePerson } from '../../records/users/require-person.ts'
import { preparePassword, storePassword } from '../../records/passwords/new-password.ts'

/** Sets the password of a user, as an Admin. */
export const changeUserPassword = preparedMutation(
  operation,
  async ({ queries }, { params: { id }, body: { password } }) =>
    preparePassword(queries, await requirePerson(queries, id), password),
  async (context, { params: { id } }, passwordHash) =>
    storePassword(context, await requirePerson(context.queries, id), passwordHash),
)
