import { PENDING_STATES } from '#shared/changes/change-requests/index.ts'
import { userIdOf } from '#kernel/caller.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { requireProject } from '#domains/projects/projects/projects.store.ts'
import { readChangeRequests, type RequestFilter } from './change-requests.store.ts'
import { readDetails } from './details.read-model.ts'
import { showWhole } from './show-requests.ts'

/** Reads the pending requests that the caller made. */
export async function readOwnPending(context: QueryContext, project: string) {
  const createdBy = userIdOf(context.caller.actor)
  return showWhole(
    context.visible,
    await readShownRequests(context, project, { states: PENDING_STATES, createdBy }),
  )
}

/** Reads the change requests that the caller may see. */
export async function readShownRequests(
  { visible, caller }: QueryContext,
  project: string,
  filter: RequestFilter,
  limit?: number,
) {
  await requireProject(visible, project)
  const page = limit === undefined ? {} : { limit }
  const seenBy = userIdOf(caller.actor)
  return readDetails(visible, await readChangeRequests(visible, { ...filter, project, seenBy }, page))
}
