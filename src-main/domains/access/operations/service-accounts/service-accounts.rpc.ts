import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { createServiceAccount } from './create-service-account.ts'
import { deleteServiceAccount } from './delete-service-account.ts'
import { getServiceAccounts } from './get-service-accounts.ts'
import { createServiceAccountToken } from './create-service-account-token.ts'
import { deleteServiceAccountToken } from './delete-service-account-token.ts'
import { updateServiceAccount } from './update-service-account.ts'

export const serviceAccountsRpc = (access: AccessDirectory, directory: PersonalTokenDirectory) =>
  router({
    list: queryOf(getServiceAccounts(directory)),
    create: mutationOf(createServiceAccount(access, directory)),
    update: mutationOf(updateServiceAccount(access, directory)),
    remove: mutationOf(deleteServiceAccount(access, directory)),
    createToken: mutationOf(createServiceAccountToken(directory)),
    removeToken: mutationOf(deleteServiceAccountToken(directory)),
  })
