import {
  getBaseUsersAndGroups as usersAndGroups,
  getUser as one,
  getUsers as all,
  searchUsers as search,
} from '../../../../../src-shared/contract/users.ts'
import { query } from '../../../../kernel/use-case.ts'
import { readRootRoles } from '../../records/access/root-roles.store.ts'
import { toUser } from '../../records/users/user.ts'
import {
  readAccounts,
  readGroups,
  readPeople,
  searchPeople,
} from '../../records/user-admin/people.read-model.ts'
import { requirePersonWithRole, toUserWithRole } from '../../records/user-admin/person.ts'

/** Shorter texts find nobody (docs/contract/access.md#users). */
const SHORTEST_SEARCH = 2

/**
 * All people. Links are stored as hashes alone, so that none can be listed again: `inviteLink` is empty (recorded
 * exchange users/list-session).
 */
export const getUsers = query(all, async ({ queries }) => ({
  users: (await readPeople(queries)).map((person) => ({ ...toUserWithRole(person), inviteLink: '' })),
  rootRoles: await readRootRoles(queries),
}))

export const getUser = query(one, async ({ queries }, { params: { id } }) =>
  toUserWithRole(await requirePersonWithRole(queries, id)),
)

export const searchUsers = query(search, async ({ queries }, { query: { q = '' } }) => {
  const text = q.trim()
  if (text.length < SHORTEST_SEARCH) return []
  const found = await searchPeople(queries, text)
  return found.map((user) => {
    // when somebody failed to sign in, or joined, is for Admins (recorded exchange users/search)
    const { loginAttempts: _attempts, createdAt: _created, ...rest } = toUser(user)
    return rest
  })
})

/** Whom access can be given to. */
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
