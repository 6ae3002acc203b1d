import { OPERATIONS } from '#shared/contract/index.ts'
import type { DatabaseMove } from '#domains/instance/database/database-move.ts'
import type { LoopWatch } from '#runtime/loop-watch.ts'

/** Maximum number of requests that are named. */
const MAX_NAMED = 5

/** Lists in words what the end of the process would cut short; empty: nothing. */
export function workInProgress(
  loop: Pick<LoopWatch, 'running'>,
  move: Pick<DatabaseMove, 'isRunning' | 'state'>,
): string[] {
  const { running } = loop
  const lines = running.slice(0, MAX_NAMED).map(summaryOf)
  const more = running.length - lines.length
  return [
    ...(move.isRunning ? [`The data is being moved to ${move.state.to ?? 'another database'}.`] : []),
    ...lines,
    ...(more > 0 ? [`And ${more} more.`] : []),
  ]
}

/** Describes a request or a job by its name. */
function summaryOf(name: string): string {
  const operation = OPERATIONS.find(({ operationId }) => operationId === name)
  return operation ? `A request: ${operation.summary}.` : `A job: ${name}.`
}
