import { getProjectAccess as operation } from '#shared/projects/contract/project-access.ts'
import { query } from '#kernel/use-case.ts'
import { requireProject } from '../../records/projects/projects.store.ts'
import { readProjectAccess } from '../../records/project-access/project-access.read-model.ts'

export const getProjectAccess = query(operation, async ({ queries }, { params: { projectId } }) => {
  await requireProject(queries, projectId)
  return readProjectAccess(queries, projectId)
})
