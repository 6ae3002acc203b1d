/** The reach of a report: what its token opens, or what its user sees. */
export interface MetricScope {
  /** Absent: all environments. */
  environment?: string
  /** Project ids; `*` among them for all. */
  projects: readonly string[]
}

/** Selects reports by their reach. */
export type ScopeFilter = (scope: MetricScope) => boolean

/** Selects the reports of an environment, and those that are of all. */
export const isIn =
  (environment: string): ScopeFilter =>
  (scope) =>
    scope.environment === undefined || scope.environment === environment

/**
 * Selects the reports that count for a flag of a project in an environment: a token of another project must not turn its flags
 * off.
 */
export const countsFor =
  (place: { project: string; environment: string }): ScopeFilter =>
  (scope) =>
    isIn(place.environment)(scope) && (scope.projects.includes('*') || scope.projects.includes(place.project))
