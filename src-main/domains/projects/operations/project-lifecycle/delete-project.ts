import { deleteProject as operation } from '#shared/projects/contract/project-lifecycle.ts'
import { AppError } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import type { TokenDirectory } from '#domains/access/records/api-tokens/token-directory.ts'
import { deleteProjectRows } from '../../records/project-lifecycle/project-lifecycle.store.ts'
import {
  requireManagedProject,
  requireNoActiveFlags,
} from '../../records/project-lifecycle/require-managed-project.ts'

/** Every instance has this project: it can be renamed and archived, never deleted (document: "Project"). */
const DEFAULT_PROJECT = 'default'

/**
 * Deletes a project for good, archived before or not (document: "States and transitions";
 * docs/contract/projects.md#project-delete).
 */
export const deleteProject = ({ access, tokens }: { access: AccessDirectory; tokens: TokenDirectory }) =>
  mutation(operation, async (context, { params: { projectId } }) => {
    const { queries } = context
    if (projectId === DEFAULT_PROJECT)
      throw new AppError('InvalidOperationError', 'You can not delete the default project!')
    const project = await requireManagedProject(queries, projectId)
    await requireNoActiveFlags(queries, projectId, 'delete')
    await deleteProjectRows(queries, projectId)
    context.record({ type: 'project-deleted', project: projectId, preData: { ...project } })
    access.refreshAfter(context)
    context.onCommit(() => tokens.forgetProject(projectId))
  })
