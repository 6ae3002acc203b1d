import { OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { isReading } from '#shared/contract-engine/is-reading.ts'

const byId: ReadonlyMap<string, Operation> = new Map(OPERATIONS.map((one) => [one.operationId, one]))

/** Procedures of the window that are no operations. A test finds those that are missing here. */
const OF_THE_WINDOW: ReadonlySet<string> = new Set([
  'status',
  'recentClients',
  'changes',
  'clientNews',
  'requestNews',
  'signalNews',
  'searchAllEvents',
  'surveyPlayground',
  'surveyPastPlayground',
])

/** Finds the operation whose procedure has a name. */
export const operationOf = (path: string): Operation | undefined => byId.get(path)

/**
 * Checks whether a call of the window leaves an instance as it is. Its path decides, not the type that the page names: a service
 * elsewhere may perform a change that is asked for as a query. What is not known may change anything.
 */
export function isReadingCall(path: string): boolean {
  const operation = operationOf(path)
  return operation === undefined ? OF_THE_WINDOW.has(path) : isReading(operation)
}
