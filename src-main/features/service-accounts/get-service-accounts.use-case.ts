import {
  getServiceAccounts as all,
  getServiceAccountTokens as tokensOf,
} from '../../../src-shared/contract/service-accounts.ts'
import { query } from '../../kernel/use-case.ts'
import { readRootRoles } from '../access/index.ts'
import { toPersonalToken, type PersonalTokenDirectory } from '../personal-tokens/index.ts'
import { toServiceAccount } from './service-account.ts'
import { readServiceAccounts, requireServiceAccount } from './service-accounts.store.ts'

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
