import { compositeKey } from '../../../../../src-shared/composite-key.ts'
import { groupRows } from '../../../../store/group-rows.ts'
import type { Queries } from '../../../../store/queries.ts'
import { noteUse } from '../stages/stages.store.ts'
import type { Sum } from './metric-sums.ts'
import { addCounts, saveUnknownFlags, sortReported, type Count, type UnknownName } from './metrics.store.ts'

/**
 * Adds sums to those of their hours. Names that no flag has are noted as such. Flags of projects beyond the scope of a token,
 * or hidden from its user, are ignored.
 */
export async function writeSums(
  queries: Queries,
  sums: readonly Sum[],
  unknownFlagsKept: number,
): Promise<void> {
  for (const ofMinute of groupRows(sums, ({ source }) => source.minute).values())
    await writeMinute(queries, ofMinute, unknownFlagsKept)
}

/** Writes what was reported in the same minute, as of the last report. */
async function writeMinute(queries: Queries, sums: readonly Sum[], unknownFlagsKept: number): Promise<void> {
  const at = new Date(Math.max(...sums.map((sum) => sum.at))).toISOString()
  const counts: Count[] = []
  const unknown = new Map<string, UnknownName>()
  for (const own of groupRows(sums, ({ source }) => compositeKey(...source.projects)).values()) {
    const names = [...new Set(own.map(({ featureName }) => featureName))]
    const sorted = await sortReported(queries, names, own[0]?.source.projects ?? [])
    for (const { source, featureName: name, yes, no, variants, at: lastAt } of own) {
      const { appName, environment, hour } = source
      if (sorted.counted.has(name))
        counts.push({ appName, environment, hour, featureName: name, yes, no, variants })
      else if (sorted.unknown.has(name)) {
        const key = compositeKey(name, appName, environment)
        const seenAt = new Date(lastAt).toISOString()
        // they are listed in the order of their reports, and the oldest make room
        if (seenAt >= (unknown.get(key)?.seenAt ?? ''))
          unknown.set(key, { name, appName, environment, seenAt })
      }
    }
  }
  await addCounts(queries, counts, at)
  await saveUnknownFlags(queries, [...unknown.values()], unknownFlagsKept)
  for (const [environment, used] of groupRows(counts, (one) => one.environment))
    await noteUse(queries, [...new Set(used.map((one) => one.featureName))], environment, at)
}
