import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/provider-accounts.ts'
import { readAccounts, unlinkAccounts } from '../single-sign-on/provider-identities.store.ts'
import { requirePerson } from '../users/require-person.ts'
import { displayNameOf } from '../users/user.ts'

export const getProviderAccounts = query(
  contract.getProviderAccounts,
  async ({ queries }, { params: { id } }) => {
    const user = await requirePerson(queries, id)
    return { accounts: await readAccounts(queries, user.id) }
  },
)

/** Lets the next account with the user's e-mail address become the user's. Sessions stay. */
export const forgetProviderAccounts = mutation(
  contract.forgetProviderAccounts,
  async ({ queries, record }, { params: { id } }) => {
    const user = await requirePerson(queries, id)
    const accounts = await unlinkAccounts(queries, id)
    if (accounts > 0)
      record({ type: 'provider-accounts-forgotten', data: { id, name: displayNameOf(user), accounts } })
  },
)
