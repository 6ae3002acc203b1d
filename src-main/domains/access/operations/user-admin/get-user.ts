import { getUser as one } from '#shared/access/contract/users.ts'
import { query } from '#kernel/use-case.ts'
import { requirePersonWithRole, toUserWithRole } from '../../records/user-admin/person.ts'

export const getUser = query(one, async ({ queries }, { params: { id } }) =>
  toUserWithRole(await requirePersonWithRole(queries, id)),
)
