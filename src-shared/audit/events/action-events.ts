import { kindTouching, type EventKind } from './event-kind.ts'

const kind = kindTouching('actions', 'signals', 'project')

/**
 * Events of action sets (docs/contract/signals.md#execution). Changes made by an action have their own
 * events, under the service account.
 */
export const ACTION_EVENTS = {
  'actions-created': kind(
    'Action set created',
    '{user} created the action set {actionSet} in project {project}',
  ),
  'actions-updated': kind(
    'Action set updated',
    '{user} updated the action set {actionSet} in project {project}',
  ),
  'actions-deleted': kind(
    'Action set deleted',
    '{user} deleted the action set {actionSet} in project {project}',
  ),
  // the original has no events for these writes
  'actions-executed': kind(
    'Action set executed',
    'A signal made {user} execute {actionSet} in project {project}',
  ),
  'actions-retried': kind(
    'Action set retried',
    '{user} retried {actionSet} in project {project} after it had failed',
  ),
  'actions-reset': kind(
    'Action set reset',
    'A signal made {user} reset {actionSet} in project {project}: {restored} restored, {left} left as they are',
  ),
  'actions-rules-updated': kind(
    'Action set rules updated',
    '{user} updated the rules of the action set {actionSet} in project {project}',
  ),
  'actions-failures-dismissed': kind(
    'Failed actions dismissed',
    '{user} dismissed {dismissed} failed executions in project {project}',
  ),
} as const satisfies Record<string, EventKind>
