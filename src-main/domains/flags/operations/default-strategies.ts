import {
  projectHasEnvironment,
  readOwnDefaultStrategy,
  requireActiveProject,
  saveDefaultStrategy,
} from '#domains/projects/projects/projects.store.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/default-strategies.ts'
import { toDefaultStrategy } from '../strategies/default-strategy.ts'

/**
 * Says which strategy flags get that have none active when they are enabled (document: "Project default strategy").
 * The answer is the strategy as sent, with its weights shared out.
 */
export const addDefaultStrategyToProjectEnvironment = mutation(
  contract.addDefaultStrategyToProjectEnvironment,
  async (context, { params, body }) => {
    const { everything } = context
    const { projectId, environment } = params
    await requireActiveProject(everything, projectId)
    if (!(await projectHasEnvironment(everything, projectId, environment)))
      throw badData('You have not added the current environment to the project')
    const strategy = await toDefaultStrategy(context, projectId, body)
    const after = context.restored?.isUnset ? null : strategy
    const before = await readOwnDefaultStrategy(everything, projectId, environment)
    await saveDefaultStrategy(everything, projectId, environment, after)
    context.record({
      type: 'default-strategy-updated',
      project: projectId,
      environment,
      data: { ...after },
      preData: { ...before },
    })
    return strategy
  },
)
