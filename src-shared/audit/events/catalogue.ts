import { ACCESS_EVENTS } from './access-events.ts'
import { ACTION_EVENTS } from './action-events.ts'
import { ADDON_EVENTS } from './addon-events.ts'
import { CHANGE_REQUEST_EVENTS } from './change-request-events.ts'
import { FLAG_AREAS, PROJECT_AREAS } from './areas.ts'
import { kindTouching, type EventKind } from './event-kind.ts'
import { INSTANCE_EVENTS } from './instance-events.ts'
import { SIGNAL_EVENTS } from './signal-events.ts'
import { RELEASE_PLAN_EVENTS } from './release-plan-events.ts'
import { REMOTE_EVENTS } from './remote-events.ts'
import { namesOf } from '../../own-value.ts'

const ofFlag = kindTouching(...FLAG_AREAS)
/** Actions and the flags that depend on it show that a flag is there, or is not. */
const flagPresence = kindTouching(...FLAG_AREAS, 'allFlags', 'actions')
/** A move names the new project only. */
const flagMove = kindTouching(...FLAG_AREAS, 'allProjects', 'allFlags', 'actions')
/** A flag's pages show its parents, and those that depend on it. */
const flagDependency = kindTouching(...FLAG_AREAS, 'allFlags')
const flagState = kindTouching(...FLAG_AREAS, 'environments')
const flagStrategy = kindTouching(...FLAG_AREAS, 'segments', 'contextFields')
/** They have a page of their own, and a bar in every page. */
const flagOverride = kindTouching('flag', 'overrides', 'expectations')
const expectation = kindTouching('flag', 'expectations')
const policy = kindTouching('policies')
const mirrorSync = kindTouching(
  'allFlags',
  'allProjects',
  'projects',
  'search',
  'environments',
  'segments',
  'apiTokens',
)
const mirroredFlag = kindTouching(...FLAG_AREAS, 'allFlags', 'environments')
const flagTag = kindTouching(...FLAG_AREAS, 'tags')
const flagType = kindTouching('featureTypes')
const flagExport = kindTouching()
const ofProject = kindTouching('project')
/** A flag's page shows the places in code. */
const ofCode = kindTouching('project', 'allFlags')
const projectItself = kindTouching(...PROJECT_AREAS)
/** Flags, tokens and permissions change with an environment. */
const environment = kindTouching(
  'environments',
  'allProjects',
  'projects',
  'search',
  'allFlags',
  'apiTokens',
  'users',
)
const projectEnvironment = kindTouching(...PROJECT_AREAS, 'allFlags', 'apiTokens', 'users')
const apiToken = kindTouching('apiTokens', 'environments')
const strategyType = kindTouching('strategyTypes')
const tag = kindTouching('tagTypes', 'tags', 'search')
const contextField = kindTouching('contextFields')
const segment = kindTouching('segments', 'blastRadius', 'changeRequests', 'expectations')
const application = kindTouching('applications')
const seenContexts = kindTouching('seenContexts', 'blastRadius')
/** A port of a former version brings its kinds of strategies. */
const listener = kindTouching('listeners', 'strategyTypes')
const upgradeReport = kindTouching('upgradeReport')

/** Every kind of event: the stream that audit log, integrations, undo and the clients' revision are read from. */
export const EVENTS = {
  'feature-created': flagPresence('Flag created', '{user} created {feature} in project {project}', {
    affectsClients: true,
    sentence: '{user} created flag {feature} in project {project}',
  }),
  'feature-metadata-updated': ofFlag(
    'Flag metadata updated',
    '{user} updated the metadata of {feature} in project {project}',
    { affectsClients: true },
  ),
  'feature-archived': flagPresence('Flag archived', '{user} archived {feature} in project {project}', {
    affectsClients: true,
  }),
  'feature-revived': flagPresence('Flag revived', '{user} revived {feature} in project {project}', {
    affectsClients: true,
  }),
  // SDKs did not get archived flags before either
  'feature-deleted': flagPresence('Flag deleted', '{user} deleted {flag} from project {project}'),
  'feature-stale-on': ofFlag(
    'Flag marked as stale',
    '{user} marked {feature} as stale in project {project}',
    { affectsClients: true },
  ),
  'feature-stale-off': ofFlag(
    'Flag stale status removed',
    '{user} removed the stale status of {feature} in project {project}',
    { affectsClients: true },
  ),
  // SDKs may filter flags by tag
  'feature-tagged': flagTag('Flag tagged', '{user} tagged {feature} in project {project}', {
    affectsClients: true,
  }),
  'feature-untagged': flagTag('Flag untagged', '{user} untagged {feature} in project {project}', {
    affectsClients: true,
  }),
  'feature-project-change': flagMove('Flag project changed', '{user} moved {feature} to project {project}', {
    affectsClients: true,
  }),
  'feature-potentially-stale-on': ofFlag(
    'Flag potentially stale',
    '{feature} in project {project} is older than its type is expected to live',
  ),
  'feature-completed': ofFlag(
    'Flag marked as completed',
    '{feature} was marked as completed in project {project}',
  ),
  'feature-uncompleted': ofFlag(
    'Flag marked as not completed',
    '{user} took the completed mark off {feature} in project {project}',
  ),
  'feature-favorited': ofFlag('Flag favorited', '{user} favorited {feature}', {
    sentence: '{user} added {feature} to their favourites',
  }),
  'feature-unfavorited': ofFlag('Flag unfavorited', '{user} unfavorited {feature}', {
    sentence: '{user} removed {feature} from their favourites',
  }),
  'project-favorited': projectItself('Project favorited', '{user} favorited project {project}', {
    sentence: '{user} added project {project} to their favourites',
  }),
  'project-unfavorited': projectItself('Project unfavorited', '{user} unfavorited project {project}', {
    sentence: '{user} removed project {project} from their favourites',
  }),
  'feature-link-added': ofFlag('Flag link added', '{user} added a link to {feature} in project {project}'),
  'feature-link-updated': ofFlag(
    'Flag link updated',
    '{user} updated a link of {feature} in project {project}',
  ),
  'feature-link-removed': ofFlag(
    'Flag link removed',
    '{user} removed a link from {feature} in project {project}',
  ),
  'feature-dependency-added': flagDependency(
    'Flag dependency added',
    '{user} made {feature} depend on {parent} in project {project}',
    { affectsClients: true },
  ),
  'feature-dependency-removed': flagDependency(
    'Flag dependency removed',
    '{user} removed the dependency of {feature} on {parent} in project {project}',
    { affectsClients: true },
  ),
  'feature-dependencies-removed': flagDependency(
    'Flag dependencies removed',
    '{user} removed all dependencies of {feature} in project {project}',
    { affectsClients: true },
  ),
  'feature-environment-variants-updated': flagState(
    'Flag variants updated',
    '{user} updated the variants of {feature} in {environment} in project {project}',
    { affectsClients: true },
  ),
  'feature-type-updated': flagType('Flag type updated', '{user} updated the flag type {flagType}'),
  'features-exported': flagExport('Flags exported', '{user} exported flags'),
  'features-imported': ofProject('Flags imported', '{user} imported flags to project {project}'),
  'feature-environment-enabled': flagState(
    'Flag enabled',
    '{user} enabled {feature} for the {environment} environment in project {project}',
    { affectsClients: true, sentence: '{user} turned {feature} on in {environment}' },
  ),
  'feature-environment-disabled': flagState(
    'Flag disabled',
    '{user} disabled {feature} for the {environment} environment in project {project}',
    { affectsClients: true, sentence: '{user} turned {feature} off in {environment}' },
  ),
  'feature-strategy-add': flagStrategy(
    'Flag strategy added',
    '{user} added strategy {name} to {feature} in {environment} in project {project}',
    { affectsClients: true },
  ),
  'feature-strategy-update': flagStrategy(
    'Flag strategy updated',
    '{user} updated strategy {name} of {feature} in {environment} in project {project}',
    { affectsClients: true },
  ),
  'feature-strategy-remove': flagStrategy(
    'Flag strategy removed',
    '{user} removed strategy {name} from {feature} in {environment} in project {project}',
    { affectsClients: true },
  ),
  'strategy-order-changed': ofFlag(
    'Flag strategy order changed',
    '{user} changed the order of the strategies of {feature} in {environment} in project {project}',
    { affectsClients: true },
  ),
  'feature-override-set': flagOverride(
    'Override set',
    '{user} overrode {feature} in {environment} in project {project}',
    { affectsClients: true },
  ),
  'feature-override-removed': flagOverride(
    'Override removed',
    '{user} removed an override of {feature} in {environment} in project {project}',
    { affectsClients: true },
  ),
  'expectation-created': expectation('Expectation created', '{user} created expectation {expectation}'),
  'expectation-updated': expectation('Expectation updated', '{user} updated expectation {expectation}'),
  'expectation-deleted': expectation('Expectation deleted', '{user} deleted expectation {expectation}'),
  'expectation-warned': expectation(
    'Expectation warned',
    '{user} changed {feature} in project {project}, of which expectation {expectation} warns',
  ),
  'expectation-excepted': expectation(
    'Exception from expectation',
    '{user} changed {feature} in project {project} by an exception from expectation {expectation}: {reason}',
  ),
  'expectations-unchecked': expectation(
    'Expectations not checked',
    '{user} changed so many flags that expectations of them were not checked: {unchecked}',
  ),
  'policy-created': policy('Policy created', '{user} created policy {policy}'),
  'policy-updated': policy('Policy updated', '{user} updated policy {policy}'),
  'policy-deleted': policy('Policy deleted', '{user} deleted policy {policy}'),
  'policy-warned': policy(
    'Policy warned',
    '{user} changed {feature} in project {project}, of which policy {policy} warns',
  ),
  'policy-excepted': policy(
    'Exception from policy',
    '{user} changed {feature} in project {project} by an exception from policy {policy}: {reason}',
  ),
  'mirror-synchronised': mirrorSync('Mirror synchronised', 'The upstream was read for {environment}', {
    affectsClients: true,
  }),
  'mirrored-flag-changed': mirroredFlag(
    'Mirrored flag changed',
    'The upstream changed {feature} in {environment}',
    { affectsClients: true },
  ),
  'mirrored-flag-removed': mirroredFlag(
    'Mirrored flag removed',
    'The upstream no longer has {feature} in {environment}',
    { affectsClients: true },
  ),
  'default-strategy-updated': ofProject(
    'Default strategy updated',
    '{user} updated the default strategy of project {project} in {environment}',
  ),
  'strategy-created': strategyType('Strategy created', '{user} created strategy {strategyType}'),
  'strategy-updated': strategyType('Strategy updated', '{user} updated strategy {strategyType}'),
  'strategy-deleted': strategyType('Strategy deleted', '{user} deleted strategy {strategyType}'),
  'strategy-deprecated': strategyType('Strategy deprecated', '{user} deprecated strategy {strategyType}'),
  'strategy-reactivated': strategyType('Strategy reactivated', '{user} reactivated strategy {strategyType}'),
  'tag-type-created': tag('Tag type created', '{user} created tag type {tagType}'),
  'tag-type-updated': tag('Tag type updated', '{user} updated tag type {tagType}'),
  'tag-type-deleted': tag('Tag type deleted', '{user} deleted tag type {tagType}', { affectsClients: true }),
  'tag-created': tag('Tag created', '{user} created tag {name}'),
  'tag-deleted': tag('Tag deleted', '{user} deleted tag {name}', { affectsClients: true }),
  'context-field-created': contextField(
    'Context field created',
    '{user} created context field {contextField}',
  ),
  'context-field-updated': contextField(
    'Context field updated',
    '{user} updated context field {contextField}',
  ),
  'context-field-deleted': contextField(
    'Context field deleted',
    '{user} deleted context field {contextField}',
  ),
  'segment-created': segment('Segment created', '{user} created segment {segment}'),
  'segment-updated': segment('Segment updated', '{user} updated segment {segment}', { affectsClients: true }),
  'segment-deleted': segment('Segment deleted', '{user} deleted segment {segment}'),
  'api-token-created': apiToken('API token created', '{user} created API token {apiToken}'),
  'api-token-updated': apiToken('API token updated', '{user} updated API token {apiToken}'),
  'api-token-deleted': apiToken('API token deleted', '{user} deleted API token {apiToken}'),
  'application-updated': application('Application updated', '{user} updated application {application}'),
  'application-deleted': application('Application deleted', '{user} deleted application {application}'),
  'application-created': application('Application created', '{user} created application {application}'),
  // a clone has flags from its creation on
  'environment-created': environment('Environment created', '{user} created environment {environment}', {
    affectsClients: true,
  }),
  // SDKs do not get its type, its sort order, or whether new projects get it
  'environment-updated': environment('Environment updated', '{user} updated environment {environment}'),
  'environment-deleted': environment('Environment deleted', '{user} deleted environment {environment}', {
    affectsClients: true,
  }),
  'project-environment-added': projectEnvironment(
    'Environment added to project',
    '{user} added the {environment} environment to project {project}',
    { affectsClients: true },
  ),
  'project-environment-removed': projectEnvironment(
    'Environment removed from project',
    '{user} removed the {environment} environment from project {project}',
    { affectsClients: true },
  ),
  'project-created': projectItself('Project created', '{user} created project {project}'),
  'project-updated': projectItself('Project updated', '{user} updated project {project}'),
  'project-code-folders-updated': ofCode(
    'Code folders updated',
    '{user} updated the code folders of project {project}',
  ),
  'project-archived': projectItself('Project archived', '{user} archived project {project}'),
  'project-revived': projectItself('Project revived', '{user} revived project {project}'),
  'project-deleted': projectItself('Project deleted', '{user} deleted project {project}'),
  'seen-contexts-updated': seenContexts(
    'Seen contexts turned on or off',
    '{user} turned the record of seen contexts {onOrOff}',
  ),
  'listener-added': listener('Listener added', '{user} opened port {port}'),
  'listener-updated': listener('Listener changed', '{user} changed what port {port} answers as'),
  'listener-removed': listener('Listener removed', '{user} closed port {port}'),
  'upgrade-report-forgotten': upgradeReport(
    'Upgrade report forgotten',
    '{user} restarted the upgrade report',
  ),
  'seen-contexts-forgotten': seenContexts('Seen contexts forgotten', '{user} deleted all seen contexts'),
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
export const EVENT_TYPES = namesOf(EVENTS)

/** Checks that a type is known: a row of a newer version may carry another. */
export const isEventType = (type: string): type is EventType => Object.hasOwn(EVENTS, type)

/** Names a type of events. One that is not known names itself. */
export const labelOfType = (type: string): string => (isEventType(type) ? EVENTS[type].label : type)
