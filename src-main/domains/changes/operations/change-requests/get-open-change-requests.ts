import { getOpenChangeRequests as open } from '#shared/changes/contract/change-requests.ts'
import { query } from '#kernel/use-case.ts'
import { readOwnPending } from '../../records/change-requests/read-change-requests.ts'

export const getOpenChangeRequests = query(open, (context, { params }) =>
  readOwnPending(context, params.projectId),
)
