import { FLAG_AREAS } from './areas.ts'
import { kindTouching, type EventKind } from './event-kind.ts'

const kind = kindTouching('changeRequests', 'project', 'blastRadius')
const configuration = kindTouching('changeRequests', 'project', 'blastRadius', 'actions')
/** A change may name its flag. */
const change = kindTouching(...FLAG_AREAS)

/**
 * Events of change requests (docs/contract/changes.md#states-and-rules). Changes made by applying a request
 * have their own events.
 */
export const CHANGE_REQUEST_EVENTS = {
  'change-request-configuration-updated': configuration(
    'Change request configuration updated',
    '{user} updated the configuration of change requests of project {project} in {environment}',
  ),
  'change-request-created': kind(
    'Change request created',
    '{user} created {changeRequest} for {environment} in project {project}',
  ),
  'change-added': change('Change added', '{user} added a change to {changeRequest} in project {project}'),
  'change-edited': change('Change edited', '{user} edited a change of {changeRequest} in project {project}'),
  'change-discarded': change(
    'Change discarded',
    '{user} discarded a change of {changeRequest} in project {project}',
  ),
  // the original has no events for these two writes
  'change-request-title-updated': kind(
    'Change request renamed',
    '{user} renamed a change request of project {project} to {changeRequest}',
  ),
  'change-request-comment-added': kind(
    'Comment added',
    '{user} commented on {changeRequest} in project {project}',
  ),
  'change-request-discarded': kind(
    'Change request discarded',
    '{user} discarded {changeRequest} in project {project}',
  ),
  'change-request-sent-to-review': kind(
    'Change request sent to review',
    '{user} sent {changeRequest} to review in project {project}',
  ),
  'change-request-approval-added': kind(
    'Approval added',
    '{user} approved {changeRequest} in project {project}',
  ),
  'change-request-approved': kind(
    'Change request approved',
    '{changeRequest} is approved in project {project}',
  ),
  'change-request-rejected': kind(
    'Change request rejected',
    '{user} rejected {changeRequest} in project {project}',
  ),
  'change-request-cancelled': kind(
    'Change request cancelled',
    '{user} cancelled {changeRequest} in project {project}',
  ),
  'change-request-scheduled': kind(
    'Change request scheduled',
    '{user} scheduled {changeRequest} in project {project}',
  ),
  'change-request-schedule-suspended': kind(
    'Change request schedule suspended',
    'The schedule of {changeRequest} in project {project} is suspended',
  ),
  'change-request-scheduled-application-success': kind(
    'Scheduled change request applied',
    '{changeRequest} was applied as scheduled in project {project}',
  ),
  'change-request-scheduled-application-failure': kind(
    'Scheduled change request failed',
    '{changeRequest} could not be applied as scheduled in project {project}',
  ),
  'change-request-applied': kind(
    'Change request applied',
    '{user} applied {changeRequest} in project {project}',
  ),
  'change-request-requested-approvers-updated': kind(
    'Requested approvers updated',
    '{user} updated the requested approvers of {changeRequest} in project {project}',
  ),
} as const satisfies Record<string, EventKind>
