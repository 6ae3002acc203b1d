import type { ContextField, UpdateContextField } from '#shared/flags/schemas/context-field.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import type { ContextFieldsTable } from '#store/schema.ts'

/** All fields, of the instance and of projects, by name. */
export async function readContextFields(queries: Queries): Promise<ContextField[]> {
  return (await queries.selectFrom('context_fields').selectAll().orderBy('name').execute()).map(toField)
}

export async function findContextField(queries: Queries, name: string): Promise<ContextField | undefined> {
  const row = await queries
    .selectFrom('context_fields')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst()
  return row && toField(row)
}

export async function insertContextField(queries: Queries, field: ContextField): Promise<void> {
  await queries
    .insertInto('context_fields')
    .values({
      name: field.name,
      project: field.project ?? null,
      created_at: field.createdAt,
      ...columnsOf(field),
    })
    .execute()
}

export async function updateContextFieldRow(queries: Queries, field: ContextField): Promise<void> {
  await queries.updateTable('context_fields').set(columnsOf(field)).where('name', '=', field.name).execute()
}

export async function deleteContextFieldRow(queries: Queries, name: string): Promise<void> {
  await queries.deleteFrom('context_fields').where('name', '=', name).execute()
}

function columnsOf({ description, stickiness, sortOrder, legalValues }: ContextField) {
  return { description, stickiness, sort_order: sortOrder, legal_values: toJson(legalValues) }
}

function toField(row: ContextFieldsTable): ContextField {
  const { name, description, stickiness, project } = row
  return {
    name,
    description,
    stickiness,
    sortOrder: row.sort_order,
    legalValues: fromJson(row.legal_values),
    createdAt: row.created_at,
    ...(project === null ? {} : { project }),
  }
}

type Content = Pick<ContextField, 'description' | 'stickiness' | 'sortOrder' | 'legalValues'>

/** Fills in defaults for missing fields. If a legal value was sent twice, the last one wins. */
export function withDefaults({
  description,
  stickiness,
  sortOrder,
  legalValues,
}: UpdateContextField): Content {
  const byValue = new Map((legalValues ?? []).map((one) => [one.value, one]))
  return {
    description: description ?? null,
    stickiness: stickiness ?? false,
    sortOrder: sortOrder ?? 0,
    legalValues: [...byValue.values()],
  }
}
