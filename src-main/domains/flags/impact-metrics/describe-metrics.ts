import { compositeKey } from '#shared/composite-key.ts'
import type { ReportedImpactMetrics } from '#shared/flags/schemas/impact-metric.ts'
import { groupRows } from '#store/group-rows.ts'
import type { StoredSeries } from './impact-metrics.store.ts'

/** Sums series up to metrics, with the values that each label has. */
export function describeMetrics(series: readonly StoredSeries[]): ReportedImpactMetrics['metrics'] {
  const metrics = groupRows(series, ({ name, type }) => compositeKey(name, type))
  return [...metrics.values()].map((same) => {
    const { name, type, help } = same[0]!
    const labels = new Map<string, Set<string>>()
    for (const one of same)
      for (const [label, value] of Object.entries(one.labels)) {
        const values = labels.get(label) ?? new Set()
        labels.set(label, values.add(value))
      }
    return {
      name,
      type,
      help,
      environments: [...new Set(same.map(({ environment }) => environment))].sort(),
      labels: Object.fromEntries([...labels].map(([label, values]) => [label, [...values].sort()])),
      seenAt: same.reduce((newest, { seenAt }) => (seenAt > newest ? seenAt : newest), ''),
    }
  })
}
