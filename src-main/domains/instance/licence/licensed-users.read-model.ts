import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { readSetting, writeSetting } from '#store/setting-rows.ts'

const SETTING = 'licensed-users'
const MAX_MONTHS = 24

/** Most users of each month, by `YYYY-MM`, oldest first. */
type Months = readonly (readonly [month: string, count: number])[]

/** Reads the number of users now, and the most of each of the last 24 months. */
export async function readLicensedUsers(
  queries: Queries,
  now: Date,
): Promise<{ history: { date: string; count: number }[]; current: number }> {
  const current = await countUsers(queries)
  const months = withCount(await readMonths(queries), now, current)
  return { current, history: months.map(([month, count]) => ({ date: `${month}-01T00:00:00.000Z`, count })) }
}

/** Counts the users; service accounts are none. */
async function countUsers(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'user')
    .executeTakeFirstOrThrow()
  return count
}

/** Notes the number of users of this month, if it has grown. */
export async function noteLicensedUsers({ everything, now }: MutationContext): Promise<void> {
  const before = await readMonths(everything)
  const after = withCount(before, now, await countUsers(everything))
  if (JSON.stringify(after) !== JSON.stringify(before)) await writeSetting(everything, SETTING, after)
}

const readMonths = async (queries: Queries): Promise<Months> =>
  (await readSetting<Months>(queries, SETTING)) ?? []

function withCount(months: Months, now: Date, count: number): Months {
  const month = now.toISOString().slice(0, 7)
  const before = months.find(([one]) => one === month)?.[1] ?? 0
  const others = months.filter(([one]) => one !== month)
  const all = [...others, [month, Math.max(before, count)] as const]
  return all.sort(([a], [b]) => (a < b ? -1 : 1)).slice(-MAX_MONTHS)
}
