import { updateActions as update } from '#shared/signals/contract/actions.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveProject } from '#domains/projects/records/projects/projects.store.ts'
import { checkedActionSet } from '../../records/actions/action-rules.ts'
import { inEvents, toActionSet } from '../../records/actions/action-set.ts'
import { replaceActions, saveActionSet } from '../../records/actions/action-sets.store.ts'
import { requireActionSet, requireFreeName } from '../../records/actions/require-action-set.ts'
import { readLastSignalId } from '../../records/actions/sources.read-model.ts'
import { signActions } from '../../records/actions/signed-actions.ts'

/** Replaces an action set; whether it is on stays as it is unless that is said. */
export const updateActions = mutation(update, async (context, { params: { projectId, id }, body }) => {
  const { queries } = context
  const before = await requireActionSet(queries, projectId, id)
  await requireActiveProject(queries, projectId)
  await requireFreeName(queries, { project: projectId, name: body.name, id })
  const { actions, ...draft } = await checkedActionSet(context, projectId, body)
  const enabled = body.enabled ?? before.enabled
  const begins = enabled && (!before.enabled || draft.sourceId !== before.sourceId)
  const listensAfter = begins ? await readLastSignalId(queries) : before.listensAfter
  await saveActionSet(queries, { ...before, ...draft, enabled, listensAfter })
  await replaceActions(queries, id, signActions(context, actions))
  const after = await requireActionSet(queries, projectId, id)
  const data = { data: inEvents(after), preData: inEvents(before) }
  context.record({ type: 'actions-updated', project: projectId, ...data })
  return toActionSet(after)
})
