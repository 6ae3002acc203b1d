import { compositeKey } from '#shared/composite-key.ts'
import type { ImpactMetric, MetricType } from '#shared/flags/schemas/impact-metric.ts'
import { addAmount, readReport, type ReportedMetric } from './impact-sample.ts'
import { MAX_SERIES } from './record-impact-metrics.ts'

/** Names that the text format has. Metrics and labels of other names are left out. */
const METRIC_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/

/**
 * Measurements of applications since the start, for Prometheus: of counters and histograms the sum, of gauges the newest
 * value. Several Halyards have their own sums, which Prometheus adds up (docs/contract/clients.md#impact-exposition).
 */
export class ImpactExposition {
  /** By name, then by labels. A metric keeps the type and the help that it came with first. */
  readonly #metrics = new Map<string, Map<string, ReportedMetric>>()
  #series = 0

  /** Adds a report. Beyond the bound of series, new ones are left out. */
  note(metrics: readonly ImpactMetric[]): void {
    for (const one of readReport(metrics)) {
      const series = this.#metrics.get(one.name) ?? new Map<string, ReportedMetric>()
      const key = compositeKey(...Object.entries(one.labels).flat())
      const before = series.get(key)
      const [first] = series.values()
      if (!METRIC_NAME.test(one.name) || (first && first.type !== one.type)) continue
      if (!before && this.#series >= MAX_SERIES) continue
      if (!before) this.#series++
      series.set(key, { ...(before ?? one), ...addAmount(before, one) })
      this.#metrics.set(one.name, series)
    }
  }

  /** Writes all metrics in the text format of Prometheus, as the original does. */
  text(): string {
    return [...this.#metrics]
      .map(([name, series]) => {
        const [{ type, help }] = [...series.values()] as [ReportedMetric]
        const lines = [...series.values()].flatMap((one) => linesOf(name, type, one))
        return [`# HELP ${name} ${escapeLines(help)}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
      })
      .join('\n')
  }
}

function linesOf(name: string, type: MetricType, one: ReportedMetric): string[] {
  const own = Object.entries(one.labels).filter(([label]) => LABEL_NAME.test(label))
  if (type !== 'histogram') {
    const value = type === 'counter' ? one.sum : one.last
    return [`${name}${braced([['origin', 'sdk'], ['metric_type', type], ...own])} ${value}`]
  }
  const labels: Label[] = [['metric_type', type], ['origin', 'sdk'], ...own]
  const buckets = Object.entries(one.buckets ?? {}).sort(([a], [b]) => boundOf(a) - boundOf(b))
  return [
    ...buckets.map(([le, count]) => `${name}_bucket${braced([...labels, ['le', le]])} ${count}`),
    `${name}_sum${braced(labels)} ${one.sum}`,
    `${name}_count${braced(labels)} ${one.count}`,
  ]
}

type Label = readonly [name: string, value: string]

const boundOf = (le: string) => (le === '+Inf' ? Infinity : Number(le))
const braced = (labels: readonly Label[]) =>
  `{${labels.map(([name, value]) => `${name}="${escapeLines(value).replaceAll('"', '\\"')}"`).join(',')}}`
const escapeLines = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
