import type { StrategyType } from '#shared/flags/schemas/strategy-type.ts'
import { insertAll } from '#store/insert-all.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import type { StrategyTypesTable } from '#store/schema.ts'

/** First sort order of strategy types of former versions, after the built-in ones. */
const OF_FORMER_VERSIONS = 1000

/** Made by users: behind all that are built in. */
const AFTER_BUILT_IN = 9999

export async function readStrategyTypes(queries: Queries): Promise<StrategyType[]> {
  const rows = await queries
    .selectFrom('strategy_types')
    .selectAll()
    .orderBy('sort_order')
    .orderBy('name')
    .execute()
  return rows.map(toType)
}

export async function findStrategyType(queries: Queries, name: string): Promise<StrategyType | undefined> {
  const row = await queries
    .selectFrom('strategy_types')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst()
  return row && toType(row)
}

export async function insertStrategyType(queries: Queries, type: StrategyType): Promise<void> {
  await queries
    .insertInto('strategy_types')
    .values({ ...toRow(type), built_in: false, sort_order: AFTER_BUILT_IN })
    .execute()
}

/** Built in by a former version; those that are there by now are left as they are. */
export async function insertFormerTypes(queries: Queries, types: readonly StrategyType[]): Promise<void> {
  await insertAll(
    queries,
    'strategy_types',
    types.map((type, index) => ({
      ...toRow(type),
      built_in: true,
      sort_order: OF_FORMER_VERSIONS + index,
    })),
    (insert) => insert.onConflict((conflict) => conflict.doNothing()),
  )
}

const toRow = (type: StrategyType) => ({
  name: type.name,
  display_name: type.displayName,
  title: type.title,
  description: type.description,
  parameters: toJson(type.parameters),
  deprecated: type.deprecated,
})

export async function updateStrategyTypeRow(queries: Queries, type: StrategyType): Promise<void> {
  const { title, description, deprecated, parameters } = type
  await queries
    .updateTable('strategy_types')
    .set({ title, description, deprecated, parameters: toJson(parameters) })
    .where('name', '=', type.name)
    .execute()
}

export async function deleteStrategyTypeRow(queries: Queries, name: string): Promise<void> {
  await queries.deleteFrom('strategy_types').where('name', '=', name).execute()
}

function toType(row: StrategyTypesTable): StrategyType {
  return {
    displayName: row.display_name,
    name: row.name,
    editable: !row.built_in,
    description: row.description,
    parameters: fromJson(row.parameters),
    deprecated: row.deprecated,
    title: row.title,
  }
}
