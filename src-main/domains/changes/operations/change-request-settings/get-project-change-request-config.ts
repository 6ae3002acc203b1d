import { getProjectChangeRequestConfig as operation } from '#shared/changes/contract/change-request-settings.ts'
import { query } from '#kernel/use-case.ts'
import { requireProject } from '#domains/projects/records/projects/projects.store.ts'
import { readSettings } from '../../records/change-request-settings/change-request-settings.store.ts'

/** One entry for each environment of the project (docs/contract/changes.md#endpoints). */
export const getProjectChangeRequestConfig = query(operation, async ({ queries }, { params }) => {
  await requireProject(queries, params.projectId)
  const settings = await readSettings(queries, params.projectId)
  return settings.map(({ environment, type, requiredApprovals }) => ({
    environment,
    type,
    changeRequestEnabled: requiredApprovals !== null,
    requiredApprovals,
  }))
})
