import { validateFeature as operation } from '#shared/flags/contract/features.ts'
import { badData } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import { findActiveProject } from '#domains/projects/records/projects/projects.store.ts'
import { requireFreeName } from '../../records/features/feature-name.ts'

/** Checks a name for a new flag: it must be free and match the pattern of the project (recorded exchanges flags/*). */
export const validateFeature = query(
  operation,
  async ({ queries, everything }, { body: { name, projectId } }) => {
    const project = projectId ? await findActiveProject(queries, projectId) : undefined
    if (projectId && !project)
      throw badData(`Active project with id ${projectId} does not exist`, '/body/projectId')
    await requireFreeName(everything, name, project?.featureNaming ?? null)
  },
)
