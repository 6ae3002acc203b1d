import { updateRequestedApprovers as update } from '#shared/changes/contract/change-request-review.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { inEvents } from '../../records/change-requests/change-request.ts'
import { requireOpen, requireOwner, requireRequest } from '../../records/change-requests/require-request.ts'
import {
  readRequestedReviewers,
  replaceRequestedReviewers,
} from '../../records/change-requests/reviews.store.ts'
import { readReviewers } from '../../records/change-requests/read-reviewers.ts'

/** Asks others to review; who cannot is not asked. */
export const updateRequestedApprovers = ({ access }: { access: AccessDirectory }) =>
  mutation(update, async (context, { params, body }) => {
    const { queries } = context
    const request = await requireRequest(context, params.projectId, params.id)
    requireOwner(context, request)
    requireOpen(request)
    const reviewers = [...new Set(body.reviewers)]
    const able = new Set((await readReviewers(queries, access, request)).map((person) => person.id))
    body.reviewers.forEach((id, index) => {
      if (!able.has(id))
        throw badData(
          `The user ${id} cannot approve change requests in "${request.environment}".`,
          `/body/reviewers/${index}`,
        )
    })
    const before = await readRequestedReviewers(queries, request.id)
    await replaceRequestedReviewers(queries, request.id, reviewers)
    const { data, ...place } = inEvents(request)
    context.record({
      type: 'change-request-requested-approvers-updated',
      ...place,
      data: { ...data, reviewers },
      preData: { ...data, reviewers: before },
    })
  })
