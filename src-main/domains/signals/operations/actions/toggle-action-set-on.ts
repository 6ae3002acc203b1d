import { toggleActionSetOn as on } from '#shared/signals/contract/actions.ts'
import { notFound } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveProject } from '#domains/projects/records/projects/projects.store.ts'
import { findUser } from '#domains/access/records/users/users.store.ts'
import { toActionSet } from '../../records/actions/action-set.ts'
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
