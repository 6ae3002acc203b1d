import { dismissFailedActions as dismiss } from '#shared/signals/contract/failed-actions.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireProject } from '#domains/projects/records/projects/projects.store.ts'
import { resolveFailures } from '../../records/action-execution/failures.store.ts'

/** They stay in the list of executions as what they are; nobody is asked to look at them any more. */
export const dismissFailedActions = mutation(dismiss, async (context, { params: { projectId }, body }) => {
  const { ids, actionSetId: setId } = body
  if (ids === undefined && setId === undefined)
    throw badData('"ids" or "actionSetId" is required.', '/body/ids')
  await requireProject(context.queries, projectId)
  const dismissed = await resolveFailures(context.queries, { projects: [projectId], setId, ids }, 'dismissed')
  if (dismissed > 0)
    context.record({
      type: 'actions-failures-dismissed',
      project: projectId,
      data: {
        dismissed,
        ...(setId === undefined ? {} : { id: setId }),
        ...(ids === undefined ? {} : { ids }),
      },
    })
  return { dismissed }
})
