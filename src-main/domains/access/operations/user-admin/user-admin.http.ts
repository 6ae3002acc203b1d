import { bind, type Binding } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { createUser } from './create-user.use-case.ts'
import { deleteScimUsers, deleteUser } from './delete-user.use-case.ts'
import { getAdminCount } from './get-admin-count.use-case.ts'
import { getUserAccount } from './get-user-account.use-case.ts'
import { getBaseUsersAndGroups, getUser, getUsers, searchUsers } from './get-users.use-case.ts'
import { deleteInactiveUsers, getInactiveUsers } from './inactive-users.use-case.ts'
import { updateUser } from './update-user.use-case.ts'

export const userAdminHttp = (
  access: AccessDirectory,
  personalTokens: PersonalTokenDirectory,
  pagesUrl: () => string,
): Binding[] => [
  bind(getUsers),
  bind(createUser(access, pagesUrl), { headers: ({ id }) => ({ location: String(id) }) }),
  bind(searchUsers),
  bind(getBaseUsersAndGroups),
  bind(getAdminCount(access)),
  bind(getInactiveUsers(personalTokens)),
  bind(deleteInactiveUsers(access, personalTokens)),
  bind(deleteScimUsers),
  bind(getUser),
  bind(updateUser(access)),
  bind(deleteUser(access, personalTokens)),
  bind(getUserAccount(access, personalTokens)),
]
