import { readOverviewWithFlags } from '#domains/flags/features/overview-with-flags.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/versions/contract/former/projects.ts'

export const getDeprecatedProjectOverview = query(
  contract.getDeprecatedProjectOverview,
  (context, { params: { projectId } }) => readOverviewWithFlags(context, projectId),
)
