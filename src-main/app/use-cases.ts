import * as access from '#domains/access/operations/index.ts'
import * as audit from '#domains/audit/operations/index.ts'
import * as changes from '#domains/changes/operations/index.ts'
import * as clients from '#domains/clients/operations/index.ts'
import * as flags from '#domains/flags/operations/index.ts'
import * as insight from '#domains/insight/operations/index.ts'
import * as instance from '#domains/instance/operations/index.ts'
import * as integrations from '#domains/integrations/operations/index.ts'
import * as projects from '#domains/projects/operations/index.ts'
import * as signals from '#domains/signals/operations/index.ts'
import * as transfer from '#domains/transfer/operations/index.ts'
import * as versions from '#domains/versions/operations/index.ts'
import type { Operation, Result } from '#shared/contract/index.ts'
import { ownValue } from '#shared/own-value.ts'
import {
  createUseCases,
  type AnyUseCase,
  type CreatedUseCases,
  type MutationUseCase,
} from '#kernel/use-case.ts'
import type { Services } from './services.ts'

type List = typeof instance &
  typeof access &
  typeof audit &
  typeof projects &
  typeof flags &
  typeof clients &
  typeof insight &
  typeof changes &
  typeof signals &
  typeof integrations &
  typeof versions &
  typeof transfer

const LIST: List = {
  ...instance,
  ...access,
  ...audit,
  ...projects,
  ...flags,
  ...clients,
  ...insight,
  ...changes,
  ...signals,
  ...integrations,
  ...versions,
  ...transfer,
}

/** Every use case, by name: the one list that HTTP routes and procedures are made from. */
export type UseCases = CreatedUseCases<List>

/** Use cases by name, as the runtime looks them up. */
export type AllUseCases = Readonly<Record<string, AnyUseCase>>

/** Makes every use case. */
export const useCasesOf = (services: Services): UseCases => createUseCases(LIST, services)

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
