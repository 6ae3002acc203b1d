import type { Operation, Result } from '#shared/contract/index.ts'
import { ownValue } from '#shared/own-value.ts'
import {
  createUseCases,
  type AnyUseCase,
  type CreatedUseCases,
  type MutationUseCase,
} from '#kernel/use-case.ts'
import { OPERATIONS } from './domains.ts'
import type { Services } from './services.ts'

/** Every use case, by name: the one list that HTTP routes and procedures are made from. */
export type UseCases = CreatedUseCases<typeof OPERATIONS>

/** Use cases by name, as the runtime looks them up. */
export type AllUseCases = Readonly<Record<string, AnyUseCase>>

/** Makes every use case. */
export const useCasesOf = (services: Services): UseCases => createUseCases(OPERATIONS, services)

/**
 * Finds the use case that runs an operation as part of another. Throws TypeError if the operation writes
 * nothing.
 */
export function mutationIn<O extends Operation>(
  useCases: AllUseCases,
  { operationId }: O,
): MutationUseCase<O, Result<O>> {
  const found: unknown = ownValue(useCases, operationId)
  const useCase = found as MutationUseCase<O, Result<O>> | undefined
  if (useCase?.kind !== 'mutation') throw new TypeError(`${operationId} is no operation that writes`)
  return useCase
}
