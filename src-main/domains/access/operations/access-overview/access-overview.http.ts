import { overviewCsv } from '../../../../../src-shared/access/overview-csv.ts'
import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { getAccessOverview } from './get-access-overview.ts'
import { getServiceAccountPermissions } from './get-service-account-permissions.ts'
import { getUserPermissions } from './get-user-permissions.ts'

export const accessOverviewHttp = (access: AccessDirectory) => [
  bind(getAccessOverview(access), {
    reply: ({ overview, format }) =>
      format === 'csv'
        ? {
            status: 200,
            bytes: Buffer.from(overviewCsv(overview)),
            headers: {
              'content-type': 'text/csv; charset=utf-8',
              'content-disposition': 'attachment; filename="access-overview.csv"',
            },
          }
        : { status: 200, body: { overview } },
  }),
  bind(getUserPermissions(access)),
  bind(getServiceAccountPermissions(access)),
]
