import {
  deleteActions as remove,
  toggleActionSetOff as off,
  toggleActionSetOn as on,
} from '../../../../../src-shared/contract/actions.ts'
import { notFound } from '../../../../kernel/app-error.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { requireActiveProject } from '../../../projects/records/projects/projects.store.ts'
import { findUser } from '../../../access/records/users/users.store.ts'
import { inEvents, toActionSet } from '../../records/actions/action-set.ts'
import { deleteActionSetRow } from '../../records/actions/action-sets.store.ts'
import { requireActionSet } from '../../records/actions/require-action-set.ts'
import { setEnabled } from '../../records/actions/set-enabled.ts'
import { findEndpoint } from '../../records/actions/sources.read-model.ts'

/** Turns a set on. Without an endpoint and a service account there is nothing that it could do. */
export const toggleActionSetOn = mutation(on, async (context, { params: { projectId, id } }) => {
  const { queries } = context
  const set = await requireActionSet(queries, projectId, id)
  await requireActiveProject(queries, projectId)
  if ((await findUser(queries, set.actorId)) === undefined)
    throw notFound(`Service account with id ${set.actorId} does not exist`)
  if ((await findEndpoint(queries, set.sourceId)) === undefined)
    throw notFound(`Signal endpoint with id ${set.sourceId} does not exist`)
  return toActionSet(await setEnabled(context, set, true))
})

/** Turns a set off: no signal that is handed to the actions from now on starts it. */
export const toggleActionSetOff = mutation(off, async (context, { params: { projectId, id } }) =>
  toActionSet(await setEnabled(context, await requireActionSet(context.queries, projectId, id), false)),
)

/** Deletes a set; what it has done stays told at the signals. */
export const deleteActions = mutation(remove, async (context, { params: { projectId, id } }) => {
  const set = await requireActionSet(context.queries, projectId, id)
  await deleteActionSetRow(context.queries, id)
  context.record({ type: 'actions-deleted', project: projectId, preData: inEvents(set) })
})
