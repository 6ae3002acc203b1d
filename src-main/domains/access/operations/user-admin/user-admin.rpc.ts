import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { getUserAccount } from './get-user-account.ts'
import { getBaseUsersAndGroups } from './get-base-users-and-groups.ts'
import { getUser } from './get-user.ts'
import { getUsers } from './get-users.ts'
import { searchUsers } from './search-users.ts'
import { deleteInactiveUsers } from './delete-inactive-users.ts'
import { getInactiveUsers } from './get-inactive-users.ts'
import { updateUser } from './update-user.ts'

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
