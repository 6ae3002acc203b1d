import { getProjectUsers as operation } from '#shared/versions/contract/former/access.ts'
import { query } from '#kernel/use-case.ts'
import { requireProject } from '#domains/projects/records/projects/projects.store.ts'
import { readProjectAccess } from '#domains/projects/records/project-access/project-access.read-model.ts'

/** The access to a project, but for the groups. */
export const getProjectUsers = query(operation, async ({ queries }, { params: { projectId } }) => {
  await requireProject(queries, projectId)
  const { users, roles } = await readProjectAccess(queries, projectId)
  return { users, roles }
})
