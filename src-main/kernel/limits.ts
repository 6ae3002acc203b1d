/** Limits of what can be created, sent and kept (docs/contract/limits.md#limits). */
export interface Limits {
  featureFlags: number
  featureEnvironmentStrategies: number
  constraints: number
  constraintValues: number
  strategySegments: number
  segments: number
  /** Values in all constraints of a segment. */
  segmentValues: number
  apiTokens: number
  /** Active projects. Archived projects do not count. */
  projects: number
  environments: number
  /** Stored contexts of each environment. 0: no contexts are stored. */
  seenContexts: number
  signalEndpoints: number
  signalTokensPerEndpoint: number
  /** Signals per second from one client address, across all signal endpoints. */
  signalsPerSecond: number
  /** Requests per minute from one client address, by what is asked for. */
  loginsPerMinute: number
  passwordResetsPerMinute: number
  createdUsersPerMinute: number
  clientRegistrationsPerMinute: number
  clientMetricsPerMinute: number
  frontendRegistrationsPerMinute: number
  frontendMetricsPerMinute: number
  signalPayloadBytes: number
  /** Signals of all endpoints together. Older signals are deleted once the actions have processed them. */
  signalsKept: number
  signalsKeptDays: number
  /** Payloads and headers of all kept signals, in MB. */
  signalMegabytesKept: number
  /** Ids of deliveries by which repeated ones are known, of each signal endpoint. */
  signalDeliveriesKept: number
  signalDeliveriesKeptDays: number
  /** Bounds of the event log; older events are deleted. */
  eventsKept: number
  eventsKeptDays: number
  /**
   * Unknown flag names that SDKs requested. Each counts once per application and environment that reports it.
   */
  unknownFlagsKept: number
  /** New applications that a token may add in an hour. */
  newApplications: number
  /** New data that programs report, of each token in an hour. */
  reportedMegabytes: number
  actionSetsPerProject: number
  actionSetActions: number
  actionSetFilters: number
  /** Distinct values of one filter. */
  actionSetFilterValues: number
  /** Active release templates. Archived templates do not count. */
  releaseTemplates: number
}

export const DEFAULT_LIMITS: Limits = {
  featureFlags: 5000,
  featureEnvironmentStrategies: 30,
  constraints: 30,
  constraintValues: 250,
  strategySegments: 5,
  segments: 300,
  segmentValues: 1000,
  apiTokens: 2000,
  projects: 500,
  environments: 50,
  seenContexts: 5000,
  signalEndpoints: 5,
  signalTokensPerEndpoint: 5,
  signalsPerSecond: 1,
  loginsPerMinute: 10,
  passwordResetsPerMinute: 1,
  createdUsersPerMinute: 20,
  clientRegistrationsPerMinute: 6000,
  clientMetricsPerMinute: 6000,
  frontendRegistrationsPerMinute: 6000,
  frontendMetricsPerMinute: 6000,
  signalPayloadBytes: 100 * 1024,
  signalsKept: 1_000_000,
  signalsKeptDays: 30,
  signalMegabytesKept: 1000,
  signalDeliveriesKept: 50_000,
  signalDeliveriesKeptDays: 7,
  eventsKept: 1_000_000,
  eventsKeptDays: 3650,
  unknownFlagsKept: 40_000,
  newApplications: 500,
  reportedMegabytes: 48,
  actionSetsPerProject: 5,
  actionSetActions: 10,
  actionSetFilters: 5,
  actionSetFilterValues: 25,
  releaseTemplates: 10,
}
