import type { SettingSection } from '#shared/instance/rules/setting-sections.ts'
import { DEFAULT_LIMITS, type Limits } from '#kernel/limits.ts'
import type { SettingNode } from './setting-node.ts'
import { Count } from './setting-schemas.ts'

const COUNT = Count.optional()
const PER_ADDRESS = 'Per client address and minute.'
const MAX = 1_000_000_000

type Declared = readonly [title: string, variable: string, help?: string]

/** Limits by the contract's variables (docs/contract/limits.md#limits). */
const LIMITS: Record<keyof Limits, Declared> = {
  featureFlags: ['Flags', 'UNLEASH_FEATURE_FLAGS_LIMIT'],
  featureEnvironmentStrategies: [
    'Strategies of a flag in an environment',
    'UNLEASH_FEATURE_ENVIRONMENT_STRATEGIES_LIMIT',
  ],
  constraints: ['Constraints of a strategy', 'UNLEASH_CONSTRAINTS_LIMIT'],
  constraintValues: ['Values of a constraint', 'UNLEASH_CONSTRAINT_VALUES_LIMIT'],
  strategySegments: ['Segments of a strategy', 'UNLEASH_STRATEGY_SEGMENTS_LIMIT'],
  segments: ['Segments', 'UNLEASH_SEGMENTS_LIMIT'],
  segmentValues: ['Values of a segment', 'UNLEASH_SEGMENT_VALUES_LIMIT', 'In all its constraints together.'],
  apiTokens: ['API tokens', 'UNLEASH_API_TOKENS_LIMIT'],
  projects: ['Projects', 'UNLEASH_PROJECTS_LIMIT', 'Archived projects do not count.'],
  environments: ['Environments', 'UNLEASH_ENVIRONMENTS_LIMIT'],
  releaseTemplates: ['Release templates', 'UNLEASH_RELEASE_TEMPLATES_LIMIT', 'Archived ones do not count.'],
  signalEndpoints: ['Signal endpoints', 'UNLEASH_SIGNAL_ENDPOINTS_LIMIT'],
  signalTokensPerEndpoint: ['Tokens of a signal endpoint', 'UNLEASH_SIGNAL_TOKENS_PER_ENDPOINT_LIMIT'],
  signalsPerSecond: [
    'Signals per second',
    'SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND',
    'Per client address, over all endpoints.',
  ],
  loginsPerMinute: ['Sign-ins per minute', 'SIMPLE_LOGIN_LIMIT_PER_MINUTE', PER_ADDRESS],
  passwordResetsPerMinute: ['Password resets per minute', 'PASSWORD_RESET_LIMIT_PER_MINUTE', PER_ADDRESS],
  createdUsersPerMinute: ['Created users per minute', 'CREATE_USER_RATE_LIMIT_PER_MINUTE', PER_ADDRESS],
  clientRegistrationsPerMinute: [
    'SDK registrations per minute',
    'REGISTER_CLIENT_RATE_LIMIT_PER_MINUTE',
    PER_ADDRESS,
  ],
  clientMetricsPerMinute: ['Metrics of SDKs per minute', 'CLIENT_METRICS_RATE_LIMIT_PER_MINUTE', PER_ADDRESS],
  frontendRegistrationsPerMinute: [
    'Frontend registrations per minute',
    'REGISTER_FRONTEND_RATE_LIMIT_PER_MINUTE',
    PER_ADDRESS,
  ],
  frontendMetricsPerMinute: [
    'Frontend metrics per minute',
    'FRONTEND_METRICS_RATE_LIMIT_PER_MINUTE',
    PER_ADDRESS,
  ],
  signalPayloadBytes: ['Bytes of a signal', 'HALYARD_SIGNAL_PAYLOAD_BYTES'],
  actionSetsPerProject: ['Action sets of a project', 'UNLEASH_ACTION_SETS_PER_PROJECT_LIMIT'],
  actionSetActions: ['Actions of a set', 'UNLEASH_ACTION_SET_ACTIONS_LIMIT'],
  actionSetFilters: ['Filters of a set', 'UNLEASH_ACTION_SET_FILTERS_LIMIT'],
  actionSetFilterValues: ['Values of a filter', 'UNLEASH_ACTION_SET_FILTER_VALUES_LIMIT'],
  eventsKept: ['Events kept', 'HALYARD_EVENTS_KEPT', 'Older events are deleted.'],
  eventsKeptDays: ['Days that events are kept', 'HALYARD_EVENTS_KEPT_DAYS'],
  signalsKept: ['Signals kept', 'HALYARD_SIGNALS_KEPT', 'Signals that wait for actions stay.'],
  signalsKeptDays: [
    'Days that signals are kept',
    'HALYARD_SIGNALS_KEPT_DAYS',
    'Signals that wait for actions stay.',
  ],
  signalMegabytesKept: [
    'Megabytes of signals kept',
    'HALYARD_SIGNAL_MEGABYTES_KEPT',
    'Payloads and headers of all signals; the oldest go first. Signals that wait for actions stay.',
  ],
  signalDeliveriesKept: [
    'Ids of deliveries kept',
    'HALYARD_SIGNAL_DELIVERIES_KEPT',
    'Of each signal endpoint. A repeated delivery is known as long as its id is kept.',
  ],
  signalDeliveriesKeptDays: [
    'Days that ids of deliveries are kept',
    'HALYARD_SIGNAL_DELIVERIES_KEPT_DAYS',
    'A repeated delivery is known as long as its id is kept.',
  ],
  seenContexts: [
    'Contexts kept',
    'HALYARD_SEEN_CONTEXTS_LIMIT',
    'Seen contexts of each environment. 0: none are kept.',
  ],
  newApplications: [
    'New applications per hour',
    'HALYARD_NEW_APPLICATIONS_PER_HOUR',
    'Of each token. Further ones are counted, and not kept.',
  ],
  reportedMegabytes: [
    'New data per hour',
    'HALYARD_REPORTED_MEGABYTES_PER_HOUR',
    'In MB, of what programs report with each token. What is beyond is counted, and not kept.',
  ],
  unknownFlagsKept: [
    'Unknown flags kept',
    'HALYARD_UNKNOWN_FLAGS_KEPT',
    'Reports of flag names that do not exist; the oldest go first.',
  ],
}

/** Limits that say how much is kept, and for how long. */
const OF_RETENTION: ReadonlySet<string> = new Set<keyof Limits>([
  'eventsKept',
  'eventsKeptDays',
  'signalsKept',
  'signalsKeptDays',
  'signalMegabytesKept',
  'signalDeliveriesKept',
  'signalDeliveriesKeptDays',
  'seenContexts',
  'unknownFlagsKept',
  'newApplications',
  'reportedMegabytes',
])

type LimitNode = SettingNode<typeof COUNT>

/** Settings of the limits: members of `limits` in the settings file. */
export const LIMIT_SETTINGS: readonly (readonly [key: keyof Limits, node: LimitNode])[] = Object.entries(
  LIMITS,
).map(([name, [title, variable, help = '']]) => {
  const key = name as keyof Limits
  const section: SettingSection = OF_RETENTION.has(key) ? 'retention' : 'limits'
  const node: LimitNode = {
    section,
    title,
    help,
    default: String(DEFAULT_LIMITS[key]),
    schema: COUNT,
    variables: [variable],
    input: { kind: 'number', min: 0, max: MAX },
  }
  return [key, node] as const
})
