import {
  addChangesToChosenRequest as chosenOperation,
  startChangeRequest as newOperation,
} from '../../../../../src-shared/contract/change-request-joining.ts'
import { addChangesToRequest as pendingOperation } from '../../../../../src-shared/contract/change-requests.ts'
import type { ChangeRequest } from '../../../../../src-shared/schemas/change-request.ts'
import type { RequestedChange } from '../../../../../src-shared/schemas/requested-change.ts'
import { mutation, type MutationContext } from '../../../../kernel/use-case.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { requireActiveProject } from '../../../projects/records/projects/projects.store.ts'
import type { StoredChangeRequest } from '../../records/change-requests/change-request.ts'
import { addChanges, openRequest } from '../../records/change-requests/join-request.ts'
import { requireEditable, requireRequest } from '../../records/change-requests/require-request.ts'
import { showOne } from '../../records/change-requests/show-requests.ts'

/**
 * Asks for changes: in the caller's pending request of the environment, else in a new draft
 * (docs/contract/changes.md#one-pending). All of
 * them are taken, or none.
 */
export const addChangesToRequest = (access: AccessDirectory) =>
  mutation(pendingOperation, async (context, { params, body }) => {
    const { projectId: project, environment } = params
    return addAll(context, await openRequest(context, access, { project, environment }, 'pending'), body)
  })

/** Asks for changes in a new draft, whatever else of the caller is pending there. */
export const startChangeRequest = (access: AccessDirectory) =>
  mutation(newOperation, async (context, { params, body }) => {
    const { projectId: project, environment } = params
    return addAll(context, await openRequest(context, access, { project, environment }, 'new'), body)
  })

/** Asks for changes in a request that the caller has chosen; it must still take changes. */
export const addChangesToChosenRequest = (access: AccessDirectory) =>
  mutation(chosenOperation, async (context, { params: { projectId, id }, body }) => {
    await requireActiveProject(context.queries, projectId)
    const request = await requireRequest(context, projectId, id)
    await requireEditable(context, access, request)
    return addAll(context, request, body)
  })

async function addAll(
  context: MutationContext,
  request: StoredChangeRequest,
  body: RequestedChange | readonly RequestedChange[],
): Promise<ChangeRequest> {
  if (Array.isArray(body))
    await addChanges(context, request, body as readonly RequestedChange[], {
      at: (index) => `/body/${index}`,
    })
  else await addChanges(context, request, [body as RequestedChange], { at: () => '/body' })
  return showOne(context.queries, await requireRequest(context, request.project, request.id))
}
