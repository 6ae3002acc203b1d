import { OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { CONTRACT_VERSION, isServedIn, NEWEST_RELEASES } from '#shared/versions/rules/index.ts'

/** Operations of the version that instances answer as unless told otherwise. */
export const SERVED_OPERATIONS = OPERATIONS.filter((operation) => isServedIn(operation, CONTRACT_VERSION))

/** Operations that came with a later version. */
export const LATER_OPERATIONS = OPERATIONS.filter((operation) => !isServedIn(operation, CONTRACT_VERSION))

const releasesOf = (operation: Operation) =>
  Object.values(NEWEST_RELEASES).filter((version) => isServedIn(operation, version))

/** The newest release of the contract that has an operation, of those that are the newest of their major version. */
export const contractOf = (operation: Operation) => required(operation, releasesOf(operation).at(-1))

/** The oldest of them. */
export const firstContractOf = (operation: Operation) => required(operation, releasesOf(operation)[0])

function required({ operationId }: Operation, release: string | undefined): string {
  if (release === undefined) throw new Error(`${operationId} is in no version`)
  return release
}
