import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { addChangesToChosenRequest, addChangesToRequest, startChangeRequest } from './add-changes.use-case.ts'
import { discardChange, editChange } from './change-changes.use-case.ts'
import { addChangeRequestComment } from './comment.use-case.ts'
import { discardChangeRequest, updateChangeRequestTitle } from './discard-request.use-case.ts'
import { getWaitingChangeRequests } from './get-waiting.use-case.ts'
import {
  getActionableChangeRequests,
  getChangeRequestCount,
  getScheduledChangeRequests,
  searchChangeRequests,
} from './find-requests.use-case.ts'
import {
  getChangeRequest,
  getChangeRequests,
  getPendingChangeRequests,
  getPendingChangeRequestsForFeature,
} from './get-change-requests.use-case.ts'
import {
  getAvailableReviewers,
  getRequestedApprovers,
  updateRequestedApprovers,
} from './reviewers.use-case.ts'
import { getPlaygroundForChangeRequest } from './preview.use-case.ts'
import { updateChangeRequestState } from './set-state.use-case.ts'

export const changeRequestsRpc = (access: AccessDirectory) =>
  router({
    list: queryOf(getChangeRequests),
    waiting: queryOf(getWaitingChangeRequests),
    search: queryOf(searchChangeRequests),
    pending: queryOf(getPendingChangeRequests),
    ofFlag: queryOf(getPendingChangeRequestsForFeature),
    get: queryOf(getChangeRequest),
    count: queryOf(getChangeRequestCount),
    actionable: queryOf(getActionableChangeRequests),
    scheduled: queryOf(getScheduledChangeRequests),
    preview: queryOf(getPlaygroundForChangeRequest),
    add: mutationOf(addChangesToRequest(access)),
    addNew: mutationOf(startChangeRequest(access)),
    addTo: mutationOf(addChangesToChosenRequest(access)),
    editChange: mutationOf(editChange(access)),
    discardChange: mutationOf(discardChange(access)),
    discard: mutationOf(discardChangeRequest),
    rename: mutationOf(updateChangeRequestTitle),
    setState: mutationOf(updateChangeRequestState(access)),
    comment: mutationOf(addChangeRequestComment),
    reviewers: queryOf(getRequestedApprovers),
    setReviewers: mutationOf(updateRequestedApprovers(access)),
    availableReviewers: queryOf(getAvailableReviewers(access)),
  })
