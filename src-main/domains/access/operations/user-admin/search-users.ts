import { searchUsers as search } from '#shared/access/contract/users.ts'
import { query } from '#kernel/use-case.ts'
import { toUser } from '../../records/users/user.ts'
import { searchPeople } from '../../records/user-admin/people.read-model.ts'

/** Shorter texts find nobody (docs/contract/access.md#users). */
const SHORTEST_SEARCH = 2

export const searchUsers = query(search, async ({ queries }, { query: { q = '' } }) => {
  const text = q.trim()
  if (text.length < SHORTEST_SEARCH) return []
  const found = await searchPeople(queries, text)
  return found.map((user) => {
    // only Admins see failed sign-ins and creation dates (recorded exchange users/search)
    const { loginAttempts: _attempts, createdAt: _created, ...rest } = toUser(user)
    return rest
  })
})
