import type { BulkMetrics } from '#shared/flags/schemas/metrics.ts'

/** Sums by environment, flag, application and hour: of `yes`, `no`, and each variant. */
export type ReportSums = Map<string, number>

/** Adds a number to a sum; zeros make none. */
export function addTo(sums: ReportSums, parts: readonly string[], count: number): void {
  if (count === 0) return
  const key = parts.join(' ')
  sums.set(key, (sums.get(key) ?? 0) + count)
}

/** Adds all counts of a bulk report. */
export function addBulk(sums: ReportSums, { metrics }: Pick<BulkMetrics, 'metrics'>): void {
  for (const { environment, featureName, appName, timestamp, yes, no, variants } of metrics) {
    const place = [environment, featureName, appName, new Date(timestamp ?? 0).toISOString()]
    addTo(sums, [...place, 'yes'], yes ?? 0)
    addTo(sums, [...place, 'no'], no ?? 0)
    for (const [variant, count] of Object.entries(variants ?? {}))
      addTo(sums, [...place, `=${variant}`], count)
  }
}

/** The sum of all evaluations, without those of variants. */
export const evaluationsIn = (sums: Readonly<Record<string, number>>): number =>
  Object.entries(sums)
    .filter(([key]) => / (yes|no)$/.test(key))
    .reduce((sum, [, count]) => sum + count, 0)
