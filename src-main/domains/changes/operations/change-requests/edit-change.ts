import { editChange as edit } from '#shared/changes/contract/change-requests.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { inEvents } from '../../records/change-requests/change-request.ts'
import { deleteChange } from '../../records/change-requests/changes.store.ts'
import { putChange, readTargets } from '../../records/change-requests/put-change.ts'
import { requireEditable, requireRequest } from '../../records/change-requests/require-request.ts'
import { resetApprovals } from '../../records/change-requests/reset-approvals.ts'
import { showOne } from '../../records/change-requests/show-requests.ts'
import { changeOf } from '../../records/change-requests/change-of.ts'

/** Replaces a change; the new one has a new id (docs/contract/changes.md#endpoints). */
export const editChange = ({ access }: { access: AccessDirectory }) =>
  mutation(edit, async (context, { params, body }) => {
    const { queries } = context
    const request = await requireRequest(context, params.projectId, params.changeRequestId)
    const former = changeOf(request, params.changeId)
    await requireEditable(context, access, request)
    await deleteChange(queries, former.id)
    const targets = await readTargets(queries, request.id)
    await putChange(context, request, body, { at: '/body', targets })
    const { data, ...place } = inEvents(request)
    context.record({
      type: 'change-edited',
      ...place,
      ...(body.feature ? { featureName: body.feature } : {}),
      data: { ...data, change: body },
      preData: { ...data, change: former.change },
    })
    await resetApprovals(context, request)
    return showOne(queries, await requireRequest(context, params.projectId, request.id))
  })
