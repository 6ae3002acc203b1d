import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { createServiceAccount } from './create-service-account.use-case.ts'
import { deleteServiceAccount } from './delete-service-account.use-case.ts'
import { getServiceAccounts, getServiceAccountTokens } from './get-service-accounts.use-case.ts'
import { createServiceAccountToken, deleteServiceAccountToken } from './service-account-tokens.use-case.ts'
import { updateServiceAccount } from './update-service-account.use-case.ts'

export const serviceAccountsHttp = (access: AccessDirectory, directory: PersonalTokenDirectory) => [
  bind(getServiceAccounts(directory)),
  bind(createServiceAccount(access, directory), {
    headers: ({ id }) => ({ location: `service-account/${id}` }),
  }),
  bind(updateServiceAccount(access, directory)),
  bind(deleteServiceAccount(access, directory)),
  bind(getServiceAccountTokens(directory)),
  bind(createServiceAccountToken(directory)),
  bind(deleteServiceAccountToken(directory)),
]
