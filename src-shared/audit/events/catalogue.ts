import { ACCESS_EVENTS } from './access-events.ts'
import { ACTION_EVENTS } from './action-events.ts'
import { ADDON_EVENTS } from './addon-events.ts'
import { CHANGE_REQUEST_EVENTS } from './change-request-events.ts'
import type { EventKind } from './event-kind.ts'
import { INSTANCE_EVENTS } from './instance-events.ts'
import { SIGNAL_EVENTS } from './signal-events.ts'
import { RELEASE_PLAN_EVENTS } from './release-plan-events.ts'
import { REMOTE_EVENTS } from './remote-events.ts'

const flag = (label: string, affectsClients: boolean, summary: string): EventKind => ({
  label,
  affectsClients,
  summary,
})

/** Every kind of event: the stream that audit log, integrations, undo and the clients' revision are read from. */
export const EVENTS = {
  'feature-created': flag('Flag created', true, '{user} created {feature} in project {project}'),
  'feature-metadata-updated': flag(
    'Flag metadata updated',
    true,
    '{user} updated the metadata of {feature} in project {project}',
  ),
  'feature-archived': flag('Flag archived', true, '{user} archived {feature} in project {project}'),
  'feature-revived': flag('Flag revived', true, '{user} revived {feature} in project {project}'),
  // what is archived has been out of the SDKs' sight before
  'feature-deleted': flag('Flag deleted', false, '{user} deleted {name} from project {project}'),
  'feature-stale-on': flag(
    'Flag marked as stale',
    true,
    '{user} marked {feature} as stale in project {project}',
  ),
  'feature-stale-off': flag(
    'Flag stale status removed',
    true,
    '{user} removed the stale status of {feature} in project {project}',
  ),
  // an SDK may ask for the flags of a tag
  'feature-tagged': flag('Flag tagged', true, '{user} tagged {feature} in project {project}'),
  'feature-untagged': flag('Flag untagged', true, '{user} untagged {feature} in project {project}'),
  'feature-project-change': flag('Flag project changed', true, '{user} moved {feature} to project {project}'),
  'feature-potentially-stale-on': flag(
    'Flag potentially stale',
    false,
    '{feature} in project {project} is older than its type is expected to live',
  ),
  'feature-completed': flag(
    'Flag marked as completed',
    false,
    '{feature} was marked as completed in project {project}',
  ),
  'feature-uncompleted': flag(
    'Flag marked as not completed',
    false,
    '{user} took the completed mark off {feature} in project {project}',
  ),
  'feature-favorited': flag('Flag favorited', false, '{user} favorited {feature}'),
  'feature-unfavorited': flag('Flag unfavorited', false, '{user} unfavorited {feature}'),
  'project-favorited': flag('Project favorited', false, '{user} favorited project {project}'),
  'project-unfavorited': flag('Project unfavorited', false, '{user} unfavorited project {project}'),
  'feature-link-added': flag(
    'Flag link added',
    false,
    '{user} added a link to {feature} in project {project}',
  ),
  'feature-link-updated': flag(
    'Flag link updated',
    false,
    '{user} updated a link of {feature} in project {project}',
  ),
  'feature-link-removed': flag(
    'Flag link removed',
    false,
    '{user} removed a link from {feature} in project {project}',
  ),
  'feature-dependency-added': flag(
    'Flag dependency added',
    true,
    '{user} made {feature} depend on {name} in project {project}',
  ),
  'feature-dependency-removed': flag(
    'Flag dependency removed',
    true,
    '{user} removed the dependency of {feature} on {name} in project {project}',
  ),
  'feature-dependencies-removed': flag(
    'Flag dependencies removed',
    true,
    '{user} removed all dependencies of {feature} in project {project}',
  ),
  'feature-environment-variants-updated': flag(
    'Flag variants updated',
    true,
    '{user} updated the variants of {feature} in {environment} in project {project}',
  ),
  'feature-type-updated': flag('Flag type updated', false, '{user} updated the flag type {name}'),
  'features-exported': flag('Flags exported', false, '{user} exported flags'),
  'features-imported': flag('Flags imported', false, '{user} imported flags to project {project}'),
  'feature-environment-enabled': flag(
    'Flag enabled',
    true,
    '{user} enabled {feature} for the {environment} environment in project {project}',
  ),
  'feature-environment-disabled': flag(
    'Flag disabled',
    true,
    '{user} disabled {feature} for the {environment} environment in project {project}',
  ),
  'feature-strategy-add': flag(
    'Flag strategy added',
    true,
    '{user} added strategy {name} to {feature} in {environment} in project {project}',
  ),
  'feature-strategy-update': flag(
    'Flag strategy updated',
    true,
    '{user} updated strategy {name} of {feature} in {environment} in project {project}',
  ),
  'feature-strategy-remove': flag(
    'Flag strategy removed',
    true,
    '{user} removed strategy {name} from {feature} in {environment} in project {project}',
  ),
  'strategy-order-changed': flag(
    'Flag strategy order changed',
    true,
    '{user} changed the order of the strategies of {feature} in {environment} in project {project}',
  ),
  'default-strategy-updated': flag(
    'Default strategy updated',
    false,
    '{user} updated the default strategy of project {project} in {environment}',
  ),
  'strategy-created': flag('Strategy created', false, '{user} created strategy {name}'),
  'strategy-updated': flag('Strategy updated', false, '{user} updated strategy {name}'),
  'strategy-deleted': flag('Strategy deleted', false, '{user} deleted strategy {name}'),
  'strategy-deprecated': flag('Strategy deprecated', false, '{user} deprecated strategy {name}'),
  'strategy-reactivated': flag('Strategy reactivated', false, '{user} reactivated strategy {name}'),
  'tag-type-created': flag('Tag type created', false, '{user} created tag type {name}'),
  'tag-type-updated': flag('Tag type updated', false, '{user} updated tag type {name}'),
  'tag-type-deleted': flag('Tag type deleted', true, '{user} deleted tag type {name}'),
  'tag-created': flag('Tag created', false, '{user} created tag {name}'),
  'tag-deleted': flag('Tag deleted', true, '{user} deleted tag {name}'),
  'context-field-created': flag('Context field created', false, '{user} created context field {name}'),
  'context-field-updated': flag('Context field updated', false, '{user} updated context field {name}'),
  'context-field-deleted': flag('Context field deleted', false, '{user} deleted context field {name}'),
  'segment-created': flag('Segment created', false, '{user} created segment {name}'),
  'segment-updated': flag('Segment updated', true, '{user} updated segment {name}'),
  'segment-deleted': flag('Segment deleted', false, '{user} deleted segment {name}'),
  'api-token-created': flag('API token created', false, '{user} created API token {name}'),
  'api-token-updated': flag('API token updated', false, '{user} updated API token {name}'),
  'api-token-deleted': flag('API token deleted', false, '{user} deleted API token {name}'),
  'application-updated': flag('Application updated', false, '{user} updated application {name}'),
  'application-deleted': flag('Application deleted', false, '{user} deleted application {name}'),
  'application-created': flag('Application created', false, '{user} created application {name}'),
  // a clone has flags from the beginning
  'environment-created': flag('Environment created', true, '{user} created environment {name}'),
  // SDKs see nothing of its type, its place, or whether new projects get it
  'environment-updated': flag('Environment updated', false, '{user} updated environment {name}'),
  'environment-deleted': flag('Environment deleted', true, '{user} deleted environment {name}'),
  'project-environment-added': flag(
    'Environment added to project',
    true,
    '{user} added the {environment} environment to project {project}',
  ),
  'project-environment-removed': flag(
    'Environment removed from project',
    true,
    '{user} removed the {environment} environment from project {project}',
  ),
  'project-created': flag('Project created', false, '{user} created project {project}'),
  'project-updated': flag('Project updated', false, '{user} updated project {project}'),
  'project-archived': flag('Project archived', false, '{user} archived project {project}'),
  'project-revived': flag('Project revived', false, '{user} revived project {project}'),
  'project-deleted': flag('Project deleted', false, '{user} deleted project {project}'),
  'seen-contexts-updated': flag(
    'Seen contexts switched on or off',
    false,
    '{user} changed whether seen contexts are kept',
  ),
  'listener-added': flag('Listener added', false, '{user} had port {port} opened'),
  'listener-updated': flag('Listener changed', false, '{user} changed what port {port} answers as'),
  'listener-removed': flag('Listener removed', false, '{user} had port {port} closed'),
  'upgrade-report-forgotten': flag(
    'Upgrade report forgotten',
    false,
    '{user} had the upgrade report begun anew',
  ),
  'seen-contexts-forgotten': flag('Seen contexts forgotten', false, '{user} had all seen contexts forgotten'),
  ...ACCESS_EVENTS,
  ...CHANGE_REQUEST_EVENTS,
  ...SIGNAL_EVENTS,
  ...ACTION_EVENTS,
  ...RELEASE_PLAN_EVENTS,
  ...INSTANCE_EVENTS,
  ...REMOTE_EVENTS,
  ...ADDON_EVENTS,
} as const satisfies Record<string, EventKind>

export type EventType = keyof typeof EVENTS
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[]
