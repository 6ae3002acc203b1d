import type { Operation } from '../operation.ts'

const AREAS: readonly Readonly<Record<string, unknown>>[] = []

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'operationId' in value

/**
 * What former versions of the contract had, and a later one removed (`lifecycle.removed`): served where the instance is
 * asked to answer as one of those (ADR 0019).
 */
export const FORMER_OPERATIONS: readonly Operation[] = AREAS.flatMap((area) =>
  Object.values(area).filter(isOperation),
)
