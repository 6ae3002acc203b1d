import { createActions as create } from '#shared/signals/contract/actions.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { findActiveProject } from '#domains/projects/records/projects/projects.store.ts'
import { checkedActionSet } from '../../records/actions/action-rules.ts'
import { inEvents, toActionSet } from '../../records/actions/action-set.ts'
import { insertActionSet, replaceActions } from '../../records/actions/action-sets.store.ts'
import {
  requireActionSet,
  requireFreeName,
  requireRoomForSet,
} from '../../records/actions/require-action-set.ts'
import { readLastSignalId } from '../../records/actions/sources.read-model.ts'
import { authorship, signActions } from '../../records/actions/signed-actions.ts'

/** Creates an action set; signals that come from now on can start it. */
export const createActions = mutation(create, async (context, { params: { projectId }, body }) => {
  const { queries } = context
  // this operation declares no 404 (docs/contract/signals.md#action-sets)
  if (!(await findActiveProject(queries, projectId)))
    throw badData(`Active project with id ${projectId} does not exist`, '/params/projectId')
  await requireRoomForSet(context, projectId)
  await requireFreeName(queries, { project: projectId, name: body.name })
  const { actions, ...draft } = await checkedActionSet(context, projectId, body)
  const id = await insertActionSet(queries, {
    ...draft,
    project: projectId,
    enabled: body.enabled ?? true,
    listensAfter: await readLastSignalId(queries),
    ...authorship(context),
  })
  await replaceActions(queries, id, signActions(context, actions))
  const set = await requireActionSet(queries, projectId, id)
  context.record({ type: 'actions-created', project: projectId, data: inEvents(set) })
  return toActionSet(set)
})
