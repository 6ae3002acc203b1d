import {
  getServiceAccounts as all,
  getServiceAccountTokens as tokensOf,
} from '../../../../../src-shared/contract/service-accounts.ts'
import { query } from '../../../../kernel/use-case.ts'
import { readRootRoles } from '../../records/access/root-roles.store.ts'
import { toPersonalToken } from '../../records/personal-tokens/personal-token.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { toServiceAccount } from '../../records/service-accounts/service-account.ts'
import {
  readServiceAccounts,
  requireServiceAccount,
} from '../../records/service-accounts/service-accounts.store.ts'

/** All service accounts, and the root roles one can have (docs/contract/access.md#service-accounts). */
export const getServiceAccounts = (directory: PersonalTokenDirectory) =>
  query(all, async ({ queries }) => ({
    serviceAccounts: (await readServiceAccounts(queries)).map((one) => toServiceAccount(one, directory)),
    rootRoles: await readRootRoles(queries),
  }))

export const getServiceAccountTokens = (directory: PersonalTokenDirectory) =>
  query(tokensOf, async ({ queries }, { params }) => {
    const { id } = await requireServiceAccount(queries, params.id)
    return { pats: directory.of(id).map(toPersonalToken) }
  })
