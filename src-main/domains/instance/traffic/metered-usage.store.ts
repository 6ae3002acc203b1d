import { groupRows } from '#store/group-rows.ts'
import { insertAll } from '#store/insert-all.ts'
import type { MeteredUsageTable } from '#store/impact-metric-schema.ts'
import type { Queries } from '#store/queries.ts'

type Kind = MeteredUsageTable['kind']

/** Use of a kind that was reported for a group. */
export interface MeteredUse {
  kind: Kind
  group: string
  amount: number
}

/** Most groups of a day and kind. Further ones are counted together. */
const MAX_GROUPS = 50
const OTHERS = 'others'

/** Adds what was used to a day. */
export async function addMeteredUsage(
  queries: Queries,
  day: string,
  used: readonly MeteredUse[],
): Promise<void> {
  if (used.length === 0) return
  const there = await queries
    .selectFrom('metered_usage')
    .select(['kind', 'metered_group as group'])
    .where('day', '=', day)
    .execute()
  const groupsOf = (wanted: Kind) =>
    new Set(there.filter(({ kind }) => kind === wanted).map(({ group }) => group))
  const groups = {
    connection: groupsOf('connection'),
    request: groupsOf('request'),
    'edge-uptime': groupsOf('edge-uptime'),
  }
  const placed = used.map((one) => {
    const known = groups[one.kind]
    const group = known.has(one.group) || known.size < MAX_GROUPS ? one.group : OTHERS
    known.add(group)
    return { ...one, group }
  })
  const sums = groupRows(placed, ({ kind, group }) => JSON.stringify([kind, group]))
  const rows = [...sums.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const amount = same.reduce((sum, one) => sum + one.amount, 0)
    return [{ day, kind: first.kind, metered_group: first.group, amount }]
  })
  await insertAll(queries, 'metered_usage', rows, (insert) =>
    insert.onConflict((conflict) =>
      conflict
        .columns(['day', 'kind', 'metered_group'])
        .doUpdateSet((eb) => ({ amount: eb('metered_usage.amount', '+', eb.ref('excluded.amount')) })),
    ),
  )
}

/** Reads what was used between two days, both included. */
export async function readMeteredUsage(
  queries: Queries,
  kind: Kind,
  from: string,
  to: string,
): Promise<{ day: string; group: string; amount: number }[]> {
  return queries
    .selectFrom('metered_usage')
    .select(['day', 'metered_group as group', 'amount'])
    .where('kind', '=', kind)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('metered_group')
    .orderBy('day')
    .execute()
}
