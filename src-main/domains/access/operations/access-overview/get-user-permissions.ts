import { getUserPermissions as ofUser } from '#shared/access/contract/access-overview.ts'
import { query } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { readOverview, requireAccount } from '../../records/access-overview/judge-permissions.ts'

/** Lists what a person may do (docs/contract/access.md#access-overview). */
export const getUserPermissions = ({ access }: { access: AccessDirectory }) =>
  query(ofUser, async ({ queries }, { params: { id }, query: place }) =>
    readOverview(queries, access, await requireAccount(queries, 'user', id), place),
  )
