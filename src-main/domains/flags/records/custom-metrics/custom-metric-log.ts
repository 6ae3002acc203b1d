import type { CustomMetric, StoredCustomMetrics } from '../../../../../src-shared/flags/schemas/metrics.ts'

const MINUTE = 60_000
const KEPT_MS = 60 * MINUTE
const MAX_KEPT = 10_000

type Stored = StoredCustomMetrics['metrics'][number]

/** The reach of a report: what its token opens, or what its user sees. */
export interface MetricScope {
  /** Absent: all environments. */
  environment?: string
  /** Project ids; `*` among them for all. */
  projects: readonly string[]
}

interface Kept {
  scope: MetricScope
  /** Oldest first. */
  metrics: Map<string, Stored>
}

/** Selects reports by their reach. */
export type ScopeFilter = (scope: MetricScope) => boolean

/** Selects the reports that count for a flag of a project in an environment. */
export const countsFor =
  (place: { project: string; environment: string }): ScopeFilter =>
  ({ environment, projects }) =>
    (environment === undefined || environment === place.environment) &&
    (projects.includes('*') || projects.includes(place.project))

/**
 * The numbers that applications reported in the last hour: the last one a minute of each name, labels and scope. Reports
 * of one scope never replace those of another. Kept in memory: collect them (Prometheus) to keep them for longer.
 */
export class CustomMetricLog {
  readonly #byScope = new Map<string, Kept>()
  #size = 0

  add(metrics: readonly CustomMetric[], now: Date, scope: MetricScope): void {
    const timestamp = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE).toISOString()
    const kept = this.#keptOf(scope)
    for (const { name, value, labels } of metrics) {
      const key = JSON.stringify([timestamp, name, sorted(labels)])
      if (!kept.metrics.delete(key)) this.#size++
      kept.metrics.set(key, { name, value, ...(labels ? { labels } : {}), timestamp })
    }
    this.#prune()
  }

  /** The numbers that may be shown; of the same name, labels and minute the last one. */
  read(now: Date, isShown: ScopeFilter): StoredCustomMetrics {
    const from = new Date(now.getTime() - KEPT_MS).toISOString()
    const shown = new Map<string, Stored>()
    for (const { scope, metrics } of this.#byScope.values()) {
      if (!isShown(scope)) continue
      for (const [key, one] of metrics) if (one.timestamp >= from) shown.set(key, one)
    }
    const metrics = [...shown.values()].sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
    return {
      metrics,
      count: metrics.length,
      metricNames: [...new Set(metrics.map((one) => one.name))].sort(),
    }
  }

  #keptOf(scope: MetricScope): Kept {
    const key = JSON.stringify([scope.environment ?? null, [...scope.projects].sort()])
    const known = this.#byScope.get(key) ?? { scope, metrics: new Map<string, Stored>() }
    this.#byScope.set(key, known)
    return known
  }

  /** Deletes the oldest of the largest scope first, so that a flood of reports pushes out none but its own. */
  #prune(): void {
    while (this.#size > MAX_KEPT) {
      const [key, largest] = [...this.#byScope].reduce((a, b) =>
        b[1].metrics.size > a[1].metrics.size ? b : a,
      )
      const surplus = Math.min(this.#size - MAX_KEPT, largest.metrics.size)
      for (const oldest of [...largest.metrics.keys()].slice(0, surplus)) largest.metrics.delete(oldest)
      this.#size -= surplus
      if (largest.metrics.size === 0) this.#byScope.delete(key)
    }
  }
}

const sorted = (labels: Record<string, string> = {}) =>
  Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))
