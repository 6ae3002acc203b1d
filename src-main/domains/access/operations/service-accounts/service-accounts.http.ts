import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { createServiceAccount } from './create-service-account.ts'
import { deleteServiceAccount } from './delete-service-account.ts'
import { getServiceAccounts } from './get-service-accounts.ts'
import { getServiceAccountTokens } from './get-service-account-tokens.ts'
import { createServiceAccountToken } from './create-service-account-token.ts'
import { deleteServiceAccountToken } from './delete-service-account-token.ts'
import { updateServiceAccount } from './update-service-account.ts'

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
