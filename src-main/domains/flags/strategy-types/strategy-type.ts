import type { z } from 'zod'

import type { StrategyType, UpdateStrategyType } from '#shared/flags/schemas/strategy-type.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { findStrategyType } from './strategy-types.store.ts'

/** The parameters as stored: each says whether it is required. */
export function toParameters(
  drafts: z.output<typeof UpdateStrategyType>['parameters'],
): StrategyType['parameters'] {
  return drafts.map(({ name, type, description, required }) => ({
    name,
    type,
    description: description ?? '',
    required: required ?? false,
  }))
}

/** The kind of a name; else 404 (recorded exchanges strategy-types/get-unknown and strategy-types/delete-unknown). */
export async function requireStrategyType(queries: Queries, name: string): Promise<StrategyType> {
  const type = await findStrategyType(queries, name)
  if (!type) throw notFound('No strategy found')
  return type
}

/**
 * One that users made: those that are built in stay as they are (recorded exchanges strategy-types/delete-built-in
 * and strategy-types/update-built-in, whose 500 is a 403 here).
 */
export async function requireEditableType(queries: Queries, name: string): Promise<StrategyType> {
  const type = await requireStrategyType(queries, name)
  if (!type.editable) throw new AppError('InvalidOperationError', `Cannot edit strategy ${name}`)
  return type
}
