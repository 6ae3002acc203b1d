import type { z } from 'zod'

import type { OperationId } from '#shared/contract-engine/operation-ids/index.ts'
import { AppError } from '#kernel/app-error.ts'
import { ask, type PromotionInstance } from '../side.ts'

/** Reads from a service by its published contract. */
export type Reader = <S extends z.ZodType>(
  path: OperationId,
  schema: S,
  input?: object,
) => Promise<z.output<S>>

/** Makes the reader of a service. It throws an AppError that names the service and the place of what it cannot read. */
export const readerOf =
  (side: PromotionInstance, signal: AbortSignal): Reader =>
  async (path, schema, input = {}) => {
    const answer = schema.safeParse(await ask(side, { path, type: 'query', input, signal, isBare: true }))
    if (answer.success) return answer.data
    const [issue] = answer.error.issues
    throw new AppError(
      'InvalidOperationError',
      `${side.name} can't be read: ${path} answers in another shape (${issue?.path.join('/') ?? ''}: ${issue?.message ?? ''}).`,
    )
  }

/** Answer of a service that has no such thing: undefined in its place. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && (error.name === 'NotFoundError' || error.name === 'NotImplementedError'))
      return undefined
    throw error
  }
}
