import type { ChangeRequest } from '#shared/changes/schemas/change-request.ts'
import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { StoredChangeRequest } from './change-request.ts'
import { addChanges } from './join-request.ts'
import { requireRequest } from './require-request.ts'
import { showOne } from './show-requests.ts'

/** Adds one change or several to a request, and shows it. */
export async function addAllChanges(
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
