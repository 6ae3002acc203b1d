import { groupRows } from '#store/group-rows.ts'
import type { Queries } from '#store/queries.ts'
import { readMeteredUsage } from '../traffic/metered-usage.store.ts'

const MONTHS = 12
const DAY_MS = 86_400_000

/**
 * Computes how many Edge instances ran on average in each of the last twelve months, newest first, to three decimals
 * (docs/contract/instance.md#edge-usage). The present month is averaged over the part that has passed.
 */
export async function readEdgeUsage(queries: Queries, now: Date): Promise<Record<string, number>> {
  const starts = Array.from({ length: MONTHS }, (_none, back) =>
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1),
  )
  const monthOf = (start: number) => new Date(start).toISOString().slice(0, 7)
  const first = new Date(starts.at(-1) ?? 0).toISOString().slice(0, 10)
  const today = now.toISOString().slice(0, 10)
  const days = await readMeteredUsage(queries, 'edge-uptime', first, today)
  const daysOf = groupRows(days, ({ day }) => day.slice(0, 7))
  return Object.fromEntries(
    starts.map((start, back) => {
      const end = back === 0 ? now.getTime() : (starts[back - 1] ?? 0)
      const ran = (daysOf.get(monthOf(start)) ?? []).reduce((sum, { amount }) => sum + amount, 0)
      const passed = (end - start) / DAY_MS
      return [monthOf(start), passed === 0 ? 0 : Math.round((ran / passed) * 1000) / 1000]
    }),
  )
}
