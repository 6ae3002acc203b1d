import { getSignalQueue as queue } from '#shared/signals/contract/action-execution.ts'
import { query } from '#kernel/use-case.ts'
import { readSignalQueue } from '../../records/signals/signals.store.ts'
import type { ActionPace } from '../../records/action-execution/action-pace.ts'

/** Returns the queue of signals that wait for actions, and the pace of the actions. */
export const getSignalQueue = ({ actionPace }: { actionPace: ActionPace }) =>
  query(queue, async ({ queries }) => ({ ...(await readSignalQueue(queries)), ...actionPace }))
