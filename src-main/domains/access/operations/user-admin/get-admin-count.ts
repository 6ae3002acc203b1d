import { getAdminCount as operation } from '#shared/access/contract/users.ts'
import { query } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { readAccounts } from '../../records/user-admin/people.read-model.ts'

/**
 * Counts the accounts with ADMIN, from their own root role or a group's, by how they sign in (recorded
 * exchange users/admin-count).
 */
export const getAdminCount = ({ access }: { access: AccessDirectory }) =>
  query(operation, async ({ queries }) => {
    const admins = (await readAccounts(queries)).filter(({ id }) =>
      access.grantsOf(id).some((grant) => grant.permissions.some(({ permission }) => permission === 'ADMIN')),
    )
    const people = admins.filter(({ kind }) => kind === 'user')
    const withPassword = people.filter(({ passwordHash }) => passwordHash !== null)
    return {
      password: withPassword.length,
      noPassword: people.length - withPassword.length,
      service: admins.length - people.length,
    }
  })
