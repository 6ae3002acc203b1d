import { getProviderAccounts as operation } from '#shared/access/contract/provider-accounts.ts'
import { query } from '#kernel/use-case.ts'
import { readAccounts } from '../../records/single-sign-on/provider-identities.store.ts'
import { requirePerson } from '../../records/users/require-person.ts'

export const getProviderAccounts = query(operation, async ({ queries }, { params: { id } }) => {
  const user = await requirePerson(queries, id)
  return { accounts: await readAccounts(queries, user.id) }
})
