import { bind } from '../../../../transport/http/bind.ts'
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
  getOpenChangeRequests,
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

export const changeRequestsHttp = (access: AccessDirectory) => [
  bind(addChangesToRequest(access)),
  bind(startChangeRequest(access)),
  bind(addChangesToChosenRequest(access)),
  bind(getChangeRequests),
  bind(getWaitingChangeRequests),
  bind(getPendingChangeRequests),
  bind(getOpenChangeRequests),
  bind(getPendingChangeRequestsForFeature),
  bind(getChangeRequest),
  bind(discardChangeRequest),
  bind(editChange(access)),
  bind(discardChange(access)),
  bind(updateChangeRequestState(access)),
  bind(updateChangeRequestTitle),
  bind(addChangeRequestComment),
  bind(getRequestedApprovers),
  bind(updateRequestedApprovers(access)),
  bind(getAvailableReviewers(access)),
  bind(getChangeRequestCount),
  bind(getActionableChangeRequests),
  bind(getScheduledChangeRequests),
  bind(searchChangeRequests),
  bind(getPlaygroundForChangeRequest),
]
