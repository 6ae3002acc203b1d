import type { ImpactMetric, MetricType } from '#shared/flags/schemas/impact-metric.ts'

/** Counts of a histogram by upper bound; each includes the smaller ones. */
export type Buckets = Readonly<Record<string, number>>

/** Values within a step of time: of counters their increments, of gauges their readings. */
export interface Amount {
  count: number
  sum: number
  /** The newest reading; the newest increment of a counter. */
  last: number
  buckets: Buckets | null
}

/** A metric with one combination of labels. */
export interface ReportedMetric extends Amount {
  name: string
  type: MetricType
  help: string
  labels: Readonly<Record<string, string>>
}

/** Bounds of what is kept of a report; what is beyond them is left out. */
const MAX_LABELS = 20
const MAX_BUCKETS = 50
const MAX_TEXT = 200

const isShort = (text: string) => text.length > 0 && text.length <= MAX_TEXT

/** Reads the samples of a report. Names and labels that are too long, or too many, are left out. */
export function readReport(metrics: readonly ImpactMetric[]): ReportedMetric[] {
  return metrics
    .filter(({ name }) => isShort(name))
    .flatMap((metric): ReportedMetric[] => {
      const { name, type } = metric
      const help = metric.help.slice(0, MAX_TEXT)
      if (metric.type === 'histogram')
        return metric.samples.flatMap(({ labels, count, sum, buckets }) => {
          if (buckets.length > MAX_BUCKETS) return []
          const amount = { count: Math.max(0, count), sum, last: sum, buckets: bucketsOf(buckets) }
          return [{ name, type, help, labels: labelsOf(labels), ...amount }]
        })
      return metric.samples.map(({ labels, value }) => ({
        name,
        type,
        help,
        labels: labelsOf(labels),
        count: 1,
        sum: type === 'counter' ? Math.max(0, value) : value,
        last: value,
        buckets: null,
      }))
    })
}

/** Labels in the order of their names, so that equal ones are the same text. */
function labelsOf(
  labels: Readonly<Record<string, string | number>> | undefined = {},
): Record<string, string> {
  const texts = Object.entries(labels).map(([name, value]) => [name, String(value)] as const)
  const kept = texts
    .filter(([name, value]) => isShort(name) && isShort(value))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(kept.slice(0, MAX_LABELS))
}

const bucketsOf = (buckets: readonly { le: number | '+Inf'; count: number }[]): Buckets =>
  Object.fromEntries(buckets.map(({ le, count }) => [String(le), count]))

/** Adds a later amount of a series to an earlier one of the same step. */
export function addAmount(before: Amount | undefined, after: Amount): Amount {
  if (!before) return after
  return {
    count: total(before.count, after.count),
    sum: total(before.sum, after.sum),
    last: after.last,
    buckets: addBuckets(before.buckets, after.buckets),
  }
}

/** Adds without ever leaving the numbers that can be stored. */
const total = (a: number, b: number) => Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, a + b))

function addBuckets(before: Buckets | null, after: Buckets | null): Buckets | null {
  if (!before || !after) return before ?? after
  const sums = new Map(Object.entries(before))
  for (const [le, count] of Object.entries(after)) sums.set(le, total(sums.get(le) ?? 0, count))
  return Object.fromEntries(sums)
}
