import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { createUser } from './create-user.use-case.ts'
import { deleteUser } from './delete-user.use-case.ts'
import { getUserAccount } from './get-user-account.use-case.ts'
import { getBaseUsersAndGroups, getUser, getUsers, searchUsers } from './get-users.use-case.ts'
import { deleteInactiveUsers, getInactiveUsers } from './inactive-users.use-case.ts'
import { updateUser } from './update-user.use-case.ts'

export const userAdminRpc = (
  access: AccessDirectory,
  personalTokens: PersonalTokenDirectory,
  pagesUrl: () => string,
) =>
  router({
    list: queryOf(getUsers),
    get: queryOf(getUser),
    account: queryOf(getUserAccount(access, personalTokens)),
    search: queryOf(searchUsers),
    accounts: queryOf(getBaseUsersAndGroups),
    inactive: queryOf(getInactiveUsers(personalTokens)),
    create: mutationOf(createUser(access, pagesUrl)),
    update: mutationOf(updateUser(access)),
    remove: mutationOf(deleteUser(access, personalTokens)),
    removeInactive: mutationOf(deleteInactiveUsers(access, personalTokens)),
  })
