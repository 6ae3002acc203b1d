import {
  addChangesToChosenRequest as chosenOperation,
  startChangeRequest as newOperation,
} from '../../../src-shared/contract/change-request-joining.ts'
import { addChangesToRequest as pendingOperation } from '../../../src-shared/contract/change-requests.ts'
import type { ChangeRequest } from '../../../src-shared/schemas/change-request.ts'
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
import { requireEditable, requireMember, requireRequest } from './require-request.ts'
import { reviewAnew } from './review-anew.ts'
import { showOne } from './show-requests.ts'

/**
 * Asks for changes: in the caller's pending request of the environment, else in a new draft
 * (docs/contract/changes.md#one-pending). All of
 * them are taken, or none.
 */
export const addChangesToRequest = (access: AccessDirectory) =>
  mutation(pendingOperation, async (context, { params, body }) => {
    const { projectId: project, environment } = params
    await requireOpenToRequests(context, access, project)
    const minApprovals = await requireChangeRequests(context, project, environment)
    const own = userIdOf(context.caller.actor)
    const request =
      (await findPending(context.queries, { project, environment }, own)) ??
      (await begin(context, { project, environment, minApprovals }))
    return addAll(context, request, body)
  })

/** Asks for changes in a new draft, whatever else of the caller is pending there. */
export const startChangeRequest = (access: AccessDirectory) =>
  mutation(newOperation, async (context, { params, body }) => {
    const { projectId: project, environment } = params
    await requireOpenToRequests(context, access, project)
    const minApprovals = await requireChangeRequests(context, project, environment)
    return addAll(context, await begin(context, { project, environment, minApprovals }), body)
  })

/** Asks for changes in a request that the caller has chosen; it must still take changes. */
export const addChangesToChosenRequest = (access: AccessDirectory) =>
  mutation(chosenOperation, async (context, { params: { projectId, id }, body }) => {
    await requireActiveProject(context.queries, projectId)
    const request = await requireRequest(context, projectId, id)
    await requireEditable(context, access, request)
    return addAll(context, request, body)
  })

async function requireOpenToRequests(
  context: MutationContext,
  access: AccessDirectory,
  project: string,
): Promise<void> {
  await requireActiveProject(context.queries, project)
  await requireMember(context, access, project)
}

/** Answers how many approvals a request needs there. */
async function requireChangeRequests(
  { queries }: MutationContext,
  project: string,
  environment: string,
): Promise<number> {
  const minApprovals = await findRequiredApprovals(queries, project, environment)
  if (minApprovals !== undefined) return minApprovals
  throw badData(`Change requests are not enabled in the environment "${environment}" of this project.`)
}

async function begin(
  context: MutationContext,
  draft: Pick<StoredChangeRequest, 'project' | 'environment' | 'minApprovals'>,
): Promise<StoredChangeRequest> {
  const { queries, caller, now } = context
  const request = await insertChangeRequest(queries, { ...draft, ...authored(caller.actor, now) })
  context.record({ type: 'change-request-created', ...inEvents(request) })
  return request
}

async function addAll(
  context: MutationContext,
  request: StoredChangeRequest,
  body: RequestedChange | readonly RequestedChange[],
): Promise<ChangeRequest> {
  const changes = Array.isArray(body) ? (body as readonly RequestedChange[]) : undefined
  if (changes)
    for (const [index, change] of changes.entries()) await add(context, request, change, `/body/${index}`)
  else await add(context, request, body as RequestedChange, '/body')
  await reviewAnew(context, request)
  return showOne(context.queries, await requireRequest(context, request.project, request.id))
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
