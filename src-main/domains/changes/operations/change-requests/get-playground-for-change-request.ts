import { isOneOf } from '#shared/changes/change-requests/index.ts'
import { getPlaygroundForChangeRequest as operation } from '#shared/changes/contract/change-request-review.ts'
import { badData } from '#kernel/app-error.ts'
import { dryRun } from '#kernel/use-case.ts'
import { runPlayground } from '#domains/insight/records/playground/run-playground.ts'
import { applyChanges } from '../../records/change-requests/apply-changes.ts'
import { requireRequest } from '../../records/change-requests/require-request.ts'

/**
 * Evaluates flags for a context as if the request were applied. The request is applied for the evaluation,
 * then rolled back.
 */
export const getPlaygroundForChangeRequest = dryRun(operation, async (context, { params, body }) => {
  const request = await requireRequest(context, undefined, params.id)
  if (!isOneOf(['In review', 'Approved', 'Scheduled'], request.state))
    throw badData(`A change request in the state "${request.state}" has no preview.`)
  await applyChanges(context, request)
  const { environment, project } = request
  const asked = { environments: [environment], projects: [project], context: body.context }
  return runPlayground(context, asked, { keep: (play) => play })
})
