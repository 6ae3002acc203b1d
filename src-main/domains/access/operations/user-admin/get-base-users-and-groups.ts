import { getBaseUsersAndGroups as usersAndGroups } from '#shared/access/contract/users.ts'
import { query } from '#kernel/use-case.ts'
import { toUser } from '../../records/users/user.ts'
import { readAccounts, readGroups } from '../../records/user-admin/people.read-model.ts'

/** Lists the users and groups that access can be given to. */
export const getBaseUsersAndGroups = query(usersAndGroups, async ({ queries }) => ({
  users: (await readAccounts(queries)).map((account) => {
    const { id, name, username, email, accountType } = toUser(account)
    return {
      id,
      accountType,
      ...(name === undefined ? {} : { name }),
      ...(username === undefined ? {} : { username }),
      ...(email === undefined ? {} : { email }),
    }
  }),
  groups: await readGroups(queries),
}))
