import { FLAG_AREAS } from './areas.ts'
import { kindTouching, type EventKind } from './event-kind.ts'

const impactMetric = kindTouching('flag', 'impactMetrics')
const template = kindTouching('releaseTemplates')
const kind = kindTouching(...FLAG_AREAS)
const OF_FLAG = '{feature} in {environment} in project {project}'

/** Events of release templates, the plans made from them, and safeguards (docs/contract/releases.md#rules). */
export const RELEASE_PLAN_EVENTS = {
  'release-plan-template-created': template(
    'Release template created',
    '{user} created the release template {releaseTemplate}',
  ),
  'release-plan-template-updated': template(
    'Release template updated',
    '{user} updated the release template {releaseTemplate}',
  ),
  'release-plan-template-deleted': template(
    'Release template deleted',
    '{user} deleted the release template {releaseTemplate}',
  ),
  'release-plan-template-archived': template(
    'Release template archived',
    '{user} archived the release template {releaseTemplate}',
  ),
  'release-plan-added': kind('Release plan added', `{user} added the release plan {name} to ${OF_FLAG}`),
  // deleted together with the strategies of its milestones
  'release-plan-removed': kind(
    'Release plan removed',
    `{user} removed the release plan {name} from ${OF_FLAG}`,
    { affectsClients: true },
  ),
  'release-plan-milestone-started': kind(
    'Milestone started',
    `{user} started the milestone {name} of ${OF_FLAG}`,
    { affectsClients: true },
  ),
  'release-plan-progressions-paused': kind(
    'Release plan paused',
    `{user} paused the release plan {name} of ${OF_FLAG}`,
  ),
  'release-plan-progressions-resumed': kind(
    'Release plan resumed',
    `{user} resumed the release plan {name} of ${OF_FLAG}`,
  ),
  'milestone-progression-created': kind(
    'Milestone progression created',
    `{user} set when {name} of ${OF_FLAG} is followed by the next milestone`,
  ),
  'milestone-progression-changed': kind(
    'Milestone progression changed',
    `{user} changed when {name} of ${OF_FLAG} is followed by the next milestone`,
  ),
  'milestone-progression-deleted': kind(
    'Milestone progression deleted',
    `{user} removed the automatic end of {name} of ${OF_FLAG}`,
  ),
  // the original has no event for this write; SDKs see a strategy update
  'milestone-strategy-updated': kind(
    'Milestone strategy updated',
    `{user} updated a strategy of the milestone {name} of ${OF_FLAG}`,
  ),
  'safeguard-changed': kind('Safeguard changed', `{user} set a safeguard on {name} for ${OF_FLAG}`),
  'safeguard-deleted': kind('Safeguard deleted', `{user} removed the safeguard on {name} of ${OF_FLAG}`),
  'impact-metric-created': impactMetric('Impact metric chart created', `{user} created a chart of {name}`),
  'impact-metric-updated': impactMetric('Impact metric chart updated', `{user} updated a chart of {name}`),
  'impact-metric-deleted': impactMetric('Impact metric chart deleted', `{user} deleted a chart of {name}`),
  'safeguard-triggered': kind('Safeguard triggered', `The safeguard on {name} of ${OF_FLAG} was triggered`),
} as const satisfies Record<string, EventKind>
