import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { addChangesToChosenRequest } from './add-changes-to-chosen-request.ts'
import { addChangesToRequest } from './add-changes-to-request.ts'
import { startChangeRequest } from './start-change-request.ts'
import { discardChange } from './discard-change.ts'
import { editChange } from './edit-change.ts'
import { addChangeRequestComment } from './add-change-request-comment.ts'
import { discardChangeRequest } from './discard-change-request.ts'
import { updateChangeRequestTitle } from './update-change-request-title.ts'
import { getWaitingChangeRequests } from './get-waiting-change-requests.ts'
import { getActionableChangeRequests } from './get-actionable-change-requests.ts'
import { getChangeRequestCount } from './get-change-request-count.ts'
import { getScheduledChangeRequests } from './get-scheduled-change-requests.ts'
import { searchChangeRequests } from './search-change-requests.ts'
import { getChangeRequest } from './get-change-request.ts'
import { getChangeRequests } from './get-change-requests.ts'
import { getOpenChangeRequests } from './get-open-change-requests.ts'
import { getPendingChangeRequests } from './get-pending-change-requests.ts'
import { getPendingChangeRequestsForFeature } from './get-pending-change-requests-for-feature.ts'
import { getAvailableReviewers } from './get-available-reviewers.ts'
import { getRequestedApprovers } from './get-requested-approvers.ts'
import { updateRequestedApprovers } from './update-requested-approvers.ts'
import { getPlaygroundForChangeRequest } from './get-playground-for-change-request.ts'
import { updateChangeRequestState } from './update-change-request-state.ts'

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
