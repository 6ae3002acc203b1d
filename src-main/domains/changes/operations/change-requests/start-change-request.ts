import { startChangeRequest as newOperation } from '#shared/changes/contract/change-request-joining.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { openRequest } from '../../records/change-requests/join-request.ts'
import { addAllChanges } from '../../records/change-requests/add-all-changes.ts'

/** Asks for changes in a new draft, whatever else of the caller is pending there. */
export const startChangeRequest = ({ access }: { access: AccessDirectory }) =>
  mutation(newOperation, async (context, { params, body }) => {
    const { projectId: project, environment } = params
    return addAllChanges(context, await openRequest(context, access, { project, environment }, 'new'), body)
  })
