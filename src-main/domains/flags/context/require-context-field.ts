import type { ContextField } from '#shared/flags/schemas/context-field.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { findContextField } from './context-fields.store.ts'

/**
 * The field of a name, to be changed; else 404 (recorded exchanges context-fields/update-unknown and
 * context-fields/delete-again). Of a project, or of the instance when none is
 * named: neither's fields are the other's.
 */
export async function requireContextField(
  queries: Queries,
  name: string,
  project?: string,
): Promise<ContextField> {
  const field = await findContextField(queries, name)
  if (!field || field.project !== project) throw notFound(`Could not find Context field with name ${name}`)
  return field
}

/** The same, to be read: worded otherwise (recorded exchange context-fields/get-unknown). */
export async function requireReadableField(
  queries: Queries,
  name: string,
  project?: string,
): Promise<ContextField> {
  const field = await findContextField(queries, name)
  if (!field || field.project !== project) throw notFound('Could not find context field')
  return field
}

/**
 * A name that no field has, of the instance or of a project (recorded exchanges context-fields/duplicate and
 * context-fields/validate-taken).
 */
export async function requireFreeFieldName(queries: Queries, name: string): Promise<void> {
  if (await findContextField(queries, name))
    throw new AppError('NameExistsError', 'A context field with that name already exist')
}
