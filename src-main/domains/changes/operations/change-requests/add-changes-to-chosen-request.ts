import { addChangesToChosenRequest as chosenOperation } from '#shared/changes/contract/change-request-joining.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { requireActiveProject } from '#domains/projects/records/projects/projects.store.ts'
import { requireEditable, requireRequest } from '../../records/change-requests/require-request.ts'
import { addAllChanges } from '../../records/change-requests/add-all-changes.ts'

/** Asks for changes in a request that the caller has chosen; it must still take changes. */
export const addChangesToChosenRequest = ({ access }: { access: AccessDirectory }) =>
  mutation(chosenOperation, async (context, { params: { projectId, id }, body }) => {
    await requireActiveProject(context.queries, projectId)
    const request = await requireRequest(context, projectId, id)
    await requireEditable(context, access, request)
    return addAllChanges(context, request, body)
  })
