import { getDeprecatedProjectOverview as operation } from '../../../../../src-shared/contract/former/projects.ts'
import { query } from '../../../../kernel/use-case.ts'
import { readOverviewWithFlags } from '../../../projects/operations/project-insights/get-project-insights.use-case.ts'

export const getDeprecatedProjectOverview = query(operation, (context, { params: { projectId } }) =>
  readOverviewWithFlags(context, projectId),
)
