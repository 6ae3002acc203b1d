import { removeEnvironmentFromProject as operation } from '#shared/projects/contract/project-environments.ts'
import { mutation } from '#kernel/use-case.ts'
import { cancelRequestsIn } from '#domains/changes/records/change-requests/cancel-requests.ts'
import {
  projectHasEnvironment,
  readDefaultStrategy,
  requireActiveProject,
} from '../../records/projects/projects.store.ts'
import {
  deleteProjectEnvironment,
  readFlagsIn,
} from '../../records/project-environments/project-environments.store.ts'

/**
 * Takes an environment out of a project, with the strategies and states of its flags there. One that the project does
 * not have is no error (recorded exchange environments/remove-it-again); the last one may go too
 * (docs/contract/projects.md#endpoints). Change requests that are open there are
 * cancelled with it.
 */
export const removeEnvironmentFromProject = mutation(
  operation,
  async (context, { params: { projectId: project, environment } }) => {
    const { queries } = context
    await requireActiveProject(queries, project)
    if (!(await projectHasEnvironment(queries, project, environment))) return
    const preData = {
      defaultStrategy: await readDefaultStrategy(queries, project, environment),
      ...(await readFlagsIn(queries, project, environment)),
    }
    const cancelledRequests = await cancelRequestsIn(context, { project, environment })
    await deleteProjectEnvironment(queries, project, environment)
    context.record({
      type: 'project-environment-removed',
      project,
      environment,
      preData: { ...preData, cancelledRequests },
    })
  },
)
