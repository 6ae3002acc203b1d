import { getChangeRequest as one } from '#shared/changes/contract/change-requests.ts'
import { query } from '#kernel/use-case.ts'
import { requireRequest } from '../../records/change-requests/require-request.ts'
import { showOne } from '../../records/change-requests/show-requests.ts'

export const getChangeRequest = query(one, async (context, { params }) =>
  showOne(context.queries, await requireRequest(context, params.projectId, params.id)),
)
