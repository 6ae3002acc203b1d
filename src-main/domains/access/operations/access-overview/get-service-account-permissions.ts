import { getServiceAccountPermissions as ofServiceAccount } from '#shared/access/contract/access-overview.ts'
import { query } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { readOverview, requireAccount } from '../../records/access-overview/judge-permissions.ts'

export const getServiceAccountPermissions = ({ access }: { access: AccessDirectory }) =>
  query(ofServiceAccount, async ({ queries }, { params: { id }, query: place }) =>
    readOverview(queries, access, await requireAccount(queries, 'service-account', id), place),
  )
