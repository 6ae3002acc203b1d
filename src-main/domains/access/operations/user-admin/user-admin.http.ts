import { bind, type Binding } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { createUser } from './create-user.ts'
import { deleteScimUsers } from './delete-scim-users.ts'
import { deleteUser } from './delete-user.ts'
import { getAdminCount } from './get-admin-count.ts'
import { getUserAccount } from './get-user-account.ts'
import { getBaseUsersAndGroups } from './get-base-users-and-groups.ts'
import { getUser } from './get-user.ts'
import { getUsers } from './get-users.ts'
import { searchUsers } from './search-users.ts'
import { deleteInactiveUsers } from './delete-inactive-users.ts'
import { getInactiveUsers } from './get-inactive-users.ts'
import { updateUser } from './update-user.ts'

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
