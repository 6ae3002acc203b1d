import { getUnknownFlags as operation } from '../../../src-shared/contract/applications.ts'
import type { UnknownFlag } from '../../../src-shared/schemas/application.ts'
import { query } from '../../kernel/use-case.ts'
import { inList } from '../../store/in-list.ts'
import type { Queries } from '../../store/queries.ts'

/** The names that SDKs asked for and no flag has, the last one first (exchange 586). */
export const getUnknownFlags = query(operation, async ({ queries }) => {
  const rows = await queries
    .selectFrom('unknown_flags')
    .selectAll()
    .where('name', 'not in', (eb) =>
      eb.selectFrom('features').select('name').where('archived_at', 'is', null),
    )
    .orderBy('seen_at', 'desc')
    .orderBy('name')
    .execute()
  const names = [...new Set(rows.map((row) => row.name))]
  const lastEvents = await readLastEvents(queries, names)
  const unknownFlags = names.map((name): UnknownFlag => {
    const ofFlag = rows.filter((row) => row.name === name)
    const apps = [...new Set(ofFlag.map((row) => row.app_name))]
    return {
      name,
      lastSeenAt: ofFlag[0]?.seen_at ?? '',
      lastEventAt: lastEvents.get(name) ?? null,
      reports: apps.map((appName) => ({
        appName,
        environments: ofFlag
          .filter((row) => row.app_name === appName)
          .map((row) => ({ environment: row.environment, seenAt: row.seen_at })),
      })),
    }
  })
  return { unknownFlags }
})

/** When something last happened to a flag of that name: it may have been archived or deleted. */
async function readLastEvents(queries: Queries, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await queries
    .selectFrom('events')
    .select((eb) => ['feature_name as name', eb.fn.max('created_at').as('at')])
    .where((eb) => inList(eb.ref('feature_name'), names))
    .groupBy('feature_name')
    .execute()
  return new Map(rows.flatMap((row) => (row.name === null ? [] : [[row.name, row.at]])))
}
