import { getDeprecatedProjectOverview as operation } from '#shared/versions/contract/former/projects.ts'
import { query } from '#kernel/use-case.ts'
import { readOverviewWithFlags } from '#domains/flags/records/features/overview-with-flags.ts'

export const getDeprecatedProjectOverview = query(operation, (context, { params: { projectId } }) =>
  readOverviewWithFlags(context, projectId),
)
