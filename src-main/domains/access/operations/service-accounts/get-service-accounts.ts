import { getServiceAccounts as all } from '#shared/access/contract/service-accounts.ts'
import { query } from '#kernel/use-case.ts'
import { readRootRoles } from '../../records/access/root-roles.store.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { toServiceAccount } from '../../records/service-accounts/service-account.ts'
import { readServiceAccounts } from '../../records/service-accounts/service-accounts.store.ts'

/** All service accounts, and the root roles one can have (docs/contract/access.md#service-accounts). */
export const getServiceAccounts = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  query(all, async ({ queries }) => ({
    serviceAccounts: (await readServiceAccounts(queries)).map((one) => toServiceAccount(one, personalTokens)),
    rootRoles: await readRootRoles(queries),
  }))
