import { deleteActions as remove } from '#shared/signals/contract/actions.ts'
import { mutation } from '#kernel/use-case.ts'
import { inEvents } from '../../records/actions/action-set.ts'
import { deleteActionSetRow } from '../../records/actions/action-sets.store.ts'
import { requireActionSet } from '../../records/actions/require-action-set.ts'

/** Deletes a set; what it has done stays told at the signals. */
export const deleteActions = mutation(remove, async (context, { params: { projectId, id } }) => {
  const set = await requireActionSet(context.queries, projectId, id)
  await deleteActionSetRow(context.queries, id)
  context.record({ type: 'actions-deleted', project: projectId, preData: inEvents(set) })
})
