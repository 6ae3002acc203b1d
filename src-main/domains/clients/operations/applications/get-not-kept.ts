import { getNotKept as operation } from '#shared/clients/contract/applications.ts'
import type { ReportAllowance } from '#kernel/report-allowance.ts'
import { query } from '#kernel/use-case.ts'

export const getNotKept = ({ reportAllowance }: { reportAllowance: ReportAllowance }) =>
  query(operation, async ({ limits }) => ({
    newApplicationsPerHour: limits.newApplications,
    megabytesPerHour: limits.reportedMegabytes,
    notKept: reportAllowance.notKept(),
  }))
