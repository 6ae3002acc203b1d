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

/** Numbers written by this process until the table is bounded again. */
const SLACK = 1000

/** Says when enough custom metrics were written that their number needs to be bounded again: counting them costs. */
export class CustomMetricBound {
  #added = 0

  /** Notes numbers that are written. Returns whether the table is to be bounded in the same transaction. */
  isDue(count: number): boolean {
    return this.#added + count >= SLACK
  }

  /** Called once numbers are written. */
  note(count: number, wasBounded: boolean): void {
    this.#added = wasBounded ? 0 : this.#added + count
  }
}
