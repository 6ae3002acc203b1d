/** The reach of a report: what its token opens, or what its user sees. */
export interface MetricScope {
  /** Absent: all environments. */
  environment?: string
  /** Project ids; `*` among them for all. */
  projects: readonly string[]
}

/** Selects reports by their reach. */
export type ScopeFilter = (scope: MetricScope) => boolean

/** Selects the reports that count for a flag of a project in an environment. */
export const countsFor =
  (place: { project: string; environment: string }): ScopeFilter =>
  ({ environment, projects }) =>
    (environment === undefined || environment === place.environment) &&
    (projects.includes('*') || projects.includes(place.project))
