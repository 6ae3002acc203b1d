import { api } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'
import type { Bar } from '#ui/chart.ts'

const DAY_MS = 86_400_000

/** Ages of flags, the youngest first; `below`: days that are too many. */
const AGES = [
  { label: 'Under a week', short: '< 1 week', below: 7 },
  { label: '1 to 4 weeks', short: '1-4 weeks', below: 28 },
  { label: '1 to 3 months', short: '1-3 months', below: 91 },
  { label: '3 to 12 months', short: '3-12 months', below: 365 },
  { label: 'Over a year', short: '> 1 year', below: Infinity },
]

/** Bars of the ages, from the number of flags that are at least 0, 7, 28, 91 and 365 days old. */
export const ageBars = (atLeast: readonly number[]): Bar[] =>
  AGES.map(({ label, short }, index) => ({
    key: label,
    short,
    long: label,
    values: { flags: Math.max(0, (atLeast[index] ?? 0) - (atLeast[index + 1] ?? 0)) },
  }))

/** Counts the flags of a project by age: searches that return a total and one flag each. */
export const flagAgesQuery = (
  projectId: string,
): { queryKey: readonly string[]; queryFn: () => Promise<Bar[]> } => ({
  queryKey: [...keys.search, 'ages', projectId],
  queryFn: async () => {
    const now = Date.now()
    const totals = [0, ...AGES.slice(0, -1).map(({ below }) => below)].map(async (days) => {
      const before = new Date(now - days * DAY_MS).toISOString().slice(0, 10)
      const { total } = await api.searchFeatures.query({
        query: {
          project: `IS:${projectId}`,
          limit: '1',
          ...(days > 0 ? { createdAt: `IS_BEFORE:${before}` } : {}),
        },
      })
      return total
    })
    return ageBars(await Promise.all(totals))
  },
})
