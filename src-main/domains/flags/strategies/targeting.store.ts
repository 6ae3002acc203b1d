import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

/** Finds those strategy types that exist, built in or custom. */
export async function readStrategyTypeNames(
  queries: Queries,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await queries
    .selectFrom('strategy_types')
    .select('name')
    .where((eb) => inList(eb.ref('name'), names))
    .execute()
  return new Set(rows.map(({ name }) => name))
}

/** The legal values of those of the named context fields that have any. */
export async function readLegalValues(
  queries: Queries,
  fields: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  if (fields.length === 0) return new Map()
  const rows = await queries
    .selectFrom('context_fields')
    .select(['name', 'legal_values'])
    .where((eb) => inList(eb.ref('name'), fields))
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const values = fromJson<{ value: string }[]>(row.legal_values)
      return values.length > 0 ? [[row.name, new Set(values.map((one) => one.value))] as const] : []
    }),
  )
}

/** Reads the project of each segment; null: all projects. Unknown segments are absent. */
export async function readSegmentProjects(
  queries: Queries,
  ids: readonly number[],
): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .selectFrom('segments')
    .select(['id', 'project'])
    .where((eb) => inList(eb.ref('id'), ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row.project]))
}
