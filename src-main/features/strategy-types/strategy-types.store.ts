import type { StrategyType } from '../../../src-shared/schemas/strategy-type.ts'
import { fromJson, toJson } from '../../store/json.ts'
import type { Queries } from '../../store/queries.ts'
import type { StrategyTypesTable } from '../../store/schema.ts'

/** Made by users: behind those that are built in. */
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
    .values({
      name: type.name,
      display_name: type.displayName,
      title: type.title,
      description: type.description,
      parameters: toJson(type.parameters),
      built_in: false,
      deprecated: type.deprecated,
      sort_order: AFTER_BUILT_IN,
    })
    .execute()
}

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
