import { saveSettings } from '#domains/changes/change-requests/change-request-settings.store.ts'
import { cancelRequestsIn } from '#domains/changes/change-requests/cancel-requests.ts'
import { toDefaultStrategy } from '#domains/flags/strategies/default-strategy.ts'
import { AppError, badData } from '#kernel/app-error.ts'
import { mutation, type MutationContext } from '#kernel/use-case.ts'
import { APPROVALS } from '#shared/changes/schemas/change-request.ts'
import type { CreateStrategy } from '#shared/flags/schemas/strategy.ts'
import * as contract from '#shared/projects/contract/project-environments.ts'
import { findEnvironment } from '../environments/environments.store.ts'
import {
  addProjectEnvironment,
  deleteProjectEnvironment,
  readFlagsIn,
} from '../environments/project-environments.store.ts'
import {
  projectHasEnvironment,
  readDefaultStrategy as readDefaultStrategyOfProjects,
  requireActiveProject,
} from '../projects/projects.store.ts'

/**
 * Adds an environment to a project: its flags can be switched there, and are off (recorded exchanges environments/*).
 */
export const addEnvironmentToProject = mutation(
  contract.addEnvironmentToProject,
  async (context, { params, body }) => {
    const { everything } = context
    const { projectId: project } = params
    await requireActiveProject(everything, project)
    const environment = await findEnvironment(everything, body.environment)
    if (!environment) throw badData(`Environment ${body.environment} does not exist`, '/body/environment')
    const { name } = environment
    if (await projectHasEnvironment(everything, project, name))
      throw new AppError('NameExistsError', `${project} already has the environment ${name} enabled`)
    const defaultStrategy =
      body.defaultStrategy && (await readDefaultStrategy(context, project, body.defaultStrategy))
    await addProjectEnvironment(everything, project, name, defaultStrategy)
    const data = defaultStrategy ? { defaultStrategy } : {}
    context.record({ type: 'project-environment-added', project, environment: name, data })
    if (body.changeRequestsEnabled)
      await requireRequests(context, project, name, environment.requiredApprovals ?? APPROVALS.least)
  },
)

/** Checks the default strategy. Errors name its path in the body. */
async function readDefaultStrategy(context: MutationContext, project: string, sent: CreateStrategy) {
  try {
    return await toDefaultStrategy(context, project, sent)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const details = error.details.map((one) =>
      one.path === undefined ? one : { ...one, path: one.path.replace(/^\/body/, '/body/defaultStrategy') },
    )
    throw new AppError(error.name, error.message, { details, cause: error })
  }
}

async function requireRequests(
  context: MutationContext,
  project: string,
  environment: string,
  approvals: number,
): Promise<void> {
  const requiredApprovals = Math.min(APPROVALS.most, approvals)
  await saveSettings(context.everything, project, environment, requiredApprovals)
  context.record({
    type: 'change-request-configuration-updated',
    project,
    environment,
    data: { changeRequestsEnabled: true, requiredApprovals },
    preData: { changeRequestsEnabled: false, requiredApprovals: null },
  })
}

/**
 * Takes an environment out of a project, with the strategies and states of its flags there. One that the project does
 * not have is no error (recorded exchange environments/remove-it-again); the last one may go too
 * (docs/contract/projects.md#endpoints). Change requests that are open there are
 * cancelled with it.
 */
export const removeEnvironmentFromProject = mutation(
  contract.removeEnvironmentFromProject,
  async (context, { params: { projectId: project, environment } }) => {
    const { everything } = context
    await requireActiveProject(everything, project)
    if (!(await projectHasEnvironment(everything, project, environment))) return
    const preData = {
      defaultStrategy: await readDefaultStrategyOfProjects(everything, project, environment),
      ...(await readFlagsIn(everything, project, environment)),
    }
    const cancelledRequests = await cancelRequestsIn(context, { project, environment })
    await deleteProjectEnvironment(everything, project, environment)
    context.record({
      type: 'project-environment-removed',
      project,
      environment,
      preData: { ...preData, cancelledRequests },
    })
  },
)
