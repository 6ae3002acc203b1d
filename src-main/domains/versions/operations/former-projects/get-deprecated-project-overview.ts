import { getDeprecatedProjectOverview as operation } from '../../../../../src-shared/versions/contract/former/projects.ts'
import { query } from '../../../../kernel/use-case.ts'
import { readOverviewWithFlags } from '../../../flags/records/features/overview-with-flags.ts'

export const getDeprecatedProjectOverview = query(operation, (context, { params: { projectId } }) =>
  readOverviewWithFlags(context, projectId),
)
