import type { CustomMetric, StoredCustomMetrics } from '../../../src-shared/schemas/metrics.ts'

const MINUTE = 60_000
const KEPT_MS = 60 * MINUTE
const MAX_KEPT = 10_000

type Stored = StoredCustomMetrics['metrics'][number]

/**
 * The numbers that applications reported in the last hour: one a minute of each name and labels, the last one. Kept in
 * memory: they tell of the moment, whoever wants them for longer collects them (Prometheus).
 */
export class CustomMetricLog {
  readonly #kept = new Map<string, Stored>()

  add(metrics: readonly CustomMetric[], now: Date): void {
    const timestamp = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE).toISOString()
    for (const { name, value, labels } of metrics) {
      const key = JSON.stringify([timestamp, name, sorted(labels)])
      this.#kept.delete(key)
      this.#kept.set(key, { name, value, ...(labels ? { labels } : {}), timestamp })
    }
    for (const key of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break
      this.#kept.delete(key)
    }
  }

  read(now: Date): StoredCustomMetrics {
    const from = new Date(now.getTime() - KEPT_MS).toISOString()
    const metrics = [...this.#kept.values()].filter((one) => one.timestamp >= from)
    return {
      metrics,
      count: metrics.length,
      metricNames: [...new Set(metrics.map((one) => one.name))].sort(),
    }
  }
}

const sorted = (labels: Record<string, string> = {}) =>
  Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))
