import {
  createActions as create,
  updateActions as update,
} from '../../../../../src-shared/contract/actions.ts'
import { badData } from '../../../../kernel/app-error.ts'
import { userIdOf } from '../../../../kernel/caller.ts'
import { mutation, type MutationContext } from '../../../../kernel/use-case.ts'
import { findActiveProject, requireActiveProject } from '../../../projects/records/projects/projects.store.ts'
import { checkedActionSet } from '../../records/actions/action-rules.ts'
import { inEvents, toActionSet } from '../../records/actions/action-set.ts'
import { insertActionSet, replaceActions, saveActionSet } from '../../records/actions/action-sets.store.ts'
import {
  requireActionSet,
  requireFreeName,
  requireRoomForSet,
} from '../../records/actions/require-action-set.ts'
import { readLastSignalId } from '../../records/actions/sources.read-model.ts'

/** Creates an action set; signals that come from now on can start it. */
export const createActions = mutation(create, async (context, { params: { projectId }, body }) => {
  const { queries } = context
  // 404 is no answer of this operation (docs/contract/signals.md#action-sets)
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
  await replaceActions(queries, id, signed(context, actions))
  const set = await requireActionSet(queries, projectId, id)
  context.record({ type: 'actions-created', project: projectId, data: inEvents(set) })
  return toActionSet(set)
})

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
  await replaceActions(queries, id, signed(context, actions))
  const after = await requireActionSet(queries, projectId, id)
  const data = { data: inEvents(after), preData: inEvents(before) }
  context.record({ type: 'actions-updated', project: projectId, ...data })
  return toActionSet(after)
})

const authorship = ({ caller, now }: MutationContext) => ({
  createdByUserId: userIdOf(caller.actor),
  createdAt: now.toISOString(),
})

type Actions = Awaited<ReturnType<typeof checkedActionSet>>['actions']

const signed = (context: MutationContext, actions: Actions) =>
  actions.map((one) => ({ ...one, ...authorship(context) }))
