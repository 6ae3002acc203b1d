import { removeEnvironment as operation } from '#shared/projects/contract/environment-lifecycle.ts'
import { AppError } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import type { TokenDirectory } from '#domains/access/records/api-tokens/token-directory.ts'
import { requireEnvironment } from '../../records/environments/require-environment.ts'
import {
  deleteEnvironmentRows,
  readLosses,
} from '../../records/environment-lifecycle/environment-lifecycle.store.ts'

/**
 * Deletes an environment with all that is set in it: strategies and states of flags, default strategies, change request
 * settings, permissions of roles, usage figures. Its API tokens are refused from the reply on.
 */
export const removeEnvironment = ({ access, tokens }: { access: AccessDirectory; tokens: TokenDirectory }) =>
  mutation(operation, async (context, { params: { name } }) => {
    const { queries } = context
    const environment = await requireEnvironment(queries, name)
    if (environment.protected)
      throw new AppError(
        'InvalidOperationError',
        `The environment ${name} is protected and can not be deleted`,
      )
    const losses = await readLosses(queries, name)
    await deleteEnvironmentRows(queries, name)
    context.record({ type: 'environment-deleted', environment: name, preData: { ...environment, ...losses } })
    access.refreshAfter(context)
    context.onCommit(() => tokens.forgetEnvironment(name))
  })
