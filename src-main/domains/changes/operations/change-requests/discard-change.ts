import { discardChange as discard } from '#shared/changes/contract/change-requests.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { discardStored } from '../../records/change-requests/discard-stored.ts'
import { requireEditable, requireRequest } from '../../records/change-requests/require-request.ts'
import { resetApprovals } from '../../records/change-requests/reset-approvals.ts'
import { changeOf } from '../../records/change-requests/change-of.ts'

export const discardChange = ({ access }: { access: AccessDirectory }) =>
  mutation(discard, async (context, { params }) => {
    const request = await requireRequest(context, params.projectId, params.changeRequestId)
    const change = changeOf(request, params.changeId)
    await requireEditable(context, access, request)
    await discardStored(context, request, change)
    await resetApprovals(context, request)
  })
