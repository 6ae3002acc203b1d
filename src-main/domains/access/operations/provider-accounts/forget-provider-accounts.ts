import { forgetProviderAccounts as operation } from '#shared/access/contract/provider-accounts.ts'
import { mutation } from '#kernel/use-case.ts'
import { unlinkAccounts } from '../../records/single-sign-on/provider-identities.store.ts'
import { displayNameOf } from '../../records/users/user.ts'
import { requirePerson } from '../../records/users/require-person.ts'

/** Lets the next account with the user's e-mail address become the user's. Sessions stay. */
export const forgetProviderAccounts = mutation(operation, async ({ queries, record }, { params: { id } }) => {
  const user = await requirePerson(queries, id)
  const accounts = await unlinkAccounts(queries, id)
  if (accounts > 0)
    record({ type: 'provider-accounts-forgotten', data: { id, name: displayNameOf(user), accounts } })
})
