import { compositeKey } from '#shared/composite-key.ts'
import type { ImpactMetric } from '#shared/flags/schemas/impact-metric.ts'
import type { TokenScope } from '#kernel/caller.ts'
import { bytesOfRow, type ReportAllowance } from '#runtime/report-allowance.ts'
import { Turn } from '#runtime/turn.ts'
import { groupRows } from '#store/group-rows.ts'
import type { Queries } from '#store/queries.ts'
import { noteUse } from '../features/stages.store.ts'
import type { Sum } from './metric-sums.ts'
import { hourOf } from './feature-metrics.read-model.ts'
import { addCounts, saveUnknownFlags, sortReported, type Count, type UnknownName } from './metrics.store.ts'

/** Application of counts beyond the allowance of a token: they add to those of the flag, and no longer tell who reported. */
export const OTHER_APPLICATIONS = '(others)'

/** Count, with the token and the header of its report, as overrides name them. */
export interface ReportedCount extends Count {
  readonly audiences: readonly string[]
}

/** Part that needs reports, too. It is told in the transaction that writes them, which may run again. */
export interface ReportSink {
  /** Counts as they are kept here, and those of names that no flag has. */
  takeCounts(queries: Queries, counts: readonly ReportedCount[], at: string): Promise<void>
  takeImpacts(
    queries: Queries,
    reports: readonly { impactMetrics: readonly ImpactMetric[]; scope: TokenScope }[],
    at: string,
  ): Promise<void>
}

interface Bounds {
  unknownFlagsKept: number
  allowance: ReportAllowance
  sink?: ReportSink | undefined
}

/**
 * Adds sums to those of their hours. Names that no flag has are noted as such. Flags of projects beyond the scope of a token,
 * or hidden from its user, are ignored.
 */
export async function writeSums(queries: Queries, sums: readonly Sum[], bounds: Bounds): Promise<void> {
  for (const ofMinute of groupRows(sums, ({ source }) => source.minute).values())
    await writeMinute(queries, ofMinute, bounds)
}

/** Writes what was reported in the same minute, as of the last report. */
async function writeMinute(
  queries: Queries,
  sums: readonly Sum[],
  { unknownFlagsKept, allowance, sink }: Bounds,
): Promise<void> {
  const at = new Date(Math.max(...sums.map((sum) => sum.at))).toISOString()
  const counts: ReportedCount[] = []
  const unknownCounts: ReportedCount[] = []
  const unknown = new Map<string, UnknownName>()
  const turn = new Turn()
  for (const own of groupRows(sums, ({ source }) => compositeKey(...source.projects)).values()) {
    const names = [...new Set(own.map(({ featureName }) => featureName))]
    const sorted = await sortReported(queries, names, own[0]?.source.projects ?? [])
    for (const sum of own) {
      if (turn.isOver) await turn.pause()
      const { source, featureName: name, at: lastAt } = sum
      const { appName, environment } = source
      if (sorted.counted.has(name)) counts.push(countOf(sum, allowance))
      else if (sorted.unknown.has(name)) {
        const key = compositeKey(name, appName, environment)
        const seenAt = new Date(lastAt).toISOString()
        if (!allowance.admitsOnce(source.reporter, 'unknown-flag', key, bytesOfRow(key, seenAt))) continue
        unknownCounts.push({ ...countsOf(sum), appName, environment, hour: source.hour })
        // they are listed in the order of their reports, and the oldest make room
        if (seenAt >= (unknown.get(key)?.seenAt ?? ''))
          unknown.set(key, { name, appName, environment, seenAt })
      }
    }
  }
  await addCounts(queries, counts, at)
  await sink?.takeCounts(queries, [...counts, ...unknownCounts], at)
  await saveUnknownFlags(queries, [...unknown.values()], unknownFlagsKept)
  for (const [environment, used] of groupRows(counts, (one) => one.environment))
    await noteUse(queries, [...new Set(used.map((one) => one.featureName))], environment, at)
}

const countsOf = ({ source: { audiences }, featureName, yes, no, variants }: Sum) => ({
  featureName,
  yes,
  no,
  variants,
  audiences,
})

/** Makes the count of a sum, as far as its reporter may have rows added. */
function countOf(sum: Sum, allowance: ReportAllowance): ReportedCount {
  const { source, featureName, variants, at } = sum
  const { reporter, appName, environment, hour } = source
  const isAdmitted = (...name: string[]) => {
    const key = compositeKey(featureName, environment, hour, appName, ...name)
    return allowance.admitsOnce(reporter, 'count', key, bytesOfRow(key))
  }
  const counted = { ...countsOf(sum), environment }
  if (!isAdmitted())
    return { ...counted, appName: OTHER_APPLICATIONS, hour: hourOf(new Date(at)), variants: undefined }
  return {
    ...counted,
    appName,
    hour,
    variants: variants && new Map([...variants].filter(([variant]) => isAdmitted(variant))),
  }
}
