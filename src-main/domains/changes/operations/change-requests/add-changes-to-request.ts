import { addChangesToRequest as pendingOperation } from '#shared/changes/contract/change-requests.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { openRequest } from '../../records/change-requests/join-request.ts'
import { addAllChanges } from '../../records/change-requests/add-all-changes.ts'

/**
 * Asks for changes: in the caller's pending request of the environment, else in a new draft
 * (docs/contract/changes.md#one-pending). All of
 * them are taken, or none.
 */
export const addChangesToRequest = ({ access }: { access: AccessDirectory }) =>
  mutation(pendingOperation, async (context, { params, body }) => {
    const { projectId: project, environment } = params
    return addAllChanges(
      context,
      await openRequest(context, access, { project, environment }, 'pending'),
      body,
    )
  })
