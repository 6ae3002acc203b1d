import {
  getEnvironment as one,
  getProjectEnvironments as ofProject,
} from '../../../../../src-shared/contract/environments.ts'
import { query } from '../../../../kernel/use-case.ts'
import { listEnvironmentsOf } from '../../records/environments/environments.read-model.ts'
import { requireEnvironment } from '../../records/environments/require-environment.ts'

export const getEnvironment = query(one, async ({ queries }, { params: { name } }) =>
  requireEnvironment(queries, name),
)

export const getProjectEnvironments = query(ofProject, async ({ queries }, { params: { projectId } }) => ({
  version: 1 as const,
  environments: await listEnvironmentsOf(queries, projectId),
}))
