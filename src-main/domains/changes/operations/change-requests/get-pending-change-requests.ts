import { getPendingChangeRequests as pending } from '#shared/changes/contract/change-requests.ts'
import { query } from '#kernel/use-case.ts'
import { readOwnPending } from '../../records/change-requests/read-change-requests.ts'

export const getPendingChangeRequests = query(pending, (context, { params }) =>
  readOwnPending(context, params.projectId),
)
