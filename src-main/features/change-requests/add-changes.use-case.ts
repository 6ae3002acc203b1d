import { addChangesToRequest as operation } from '../../../src-shared/contract/change-requests.ts'
import type { RequestedChange } from '../../../src-shared/schemas/requested-change.ts'
import { badData } from '../../kernel/app-error.ts'
import { userIdOf } from '../../kernel/caller.ts'
import { mutation, type MutationContext } from '../../kernel/use-case.ts'
import type { AccessDirectory } from '../access/index.ts'
import { findRequiredApprovals } from '../change-request-settings/index.ts'
import { requireActiveProject } from '../projects/index.ts'
import { authored, inEvents, type StoredChangeRequest } from './change-request.ts'
import { findPending, insertChangeRequest } from './change-requests.store.ts'
import { putChange } from './put-change.ts'
import { requireMember, requireRequest } from './require-request.ts'
import { reviewAnew } from './review-anew.ts'
import { showOne } from './show-requests.ts'

/**
 * Asks for changes: in the caller's pending request of the environment, else in a new draft
 * (docs/contract/changes.md#states-and-rules). All of
 * them are taken, or none.
 */
export const addChangesToRequest = (access: AccessDirectory) =>
  mutation(operation, async (context, { params, body }) => {
    const { queries } = context
    const { projectId: project, environment } = params
    await requireActiveProject(queries, project)
    await requireMember(context, access, project)
    const request = await pendingOrNew(context, project, environment)
    if (Array.isArray(body)) {
      for (const [index, change] of body.entries()) await add(context, request, change, `/body/${index}`)
    } else await add(context, request, body, '/body')
    await reviewAnew(context, request)
    return showOne(queries, await requireRequest(context, project, request.id))
  })

async function pendingOrNew(
  context: MutationContext,
  project: string,
  environment: string,
): Promise<StoredChangeRequest> {
  const { queries, caller, now } = context
  const minApprovals = await findRequiredApprovals(queries, project, environment)
  if (minApprovals === undefined)
    throw badData(`Change requests are not enabled in the environment "${environment}" of this project.`)
  const pending = await findPending(queries, { project, environment }, userIdOf(caller.actor))
  if (pending) return pending
  const author = authored(caller.actor, now)
  const request = await insertChangeRequest(queries, { project, environment, minApprovals, ...author })
  context.record({ type: 'change-request-created', ...inEvents(request) })
  return request
}

async function add(
  context: MutationContext,
  request: StoredChangeRequest,
  change: RequestedChange,
  at: string,
): Promise<void> {
  await putChange(context, request, change, at)
  const { data, ...place } = inEvents(request)
  const flag = change.feature ? { featureName: change.feature } : {}
  context.record({ type: 'change-added', ...place, ...flag, data: { ...data, change } })
}
