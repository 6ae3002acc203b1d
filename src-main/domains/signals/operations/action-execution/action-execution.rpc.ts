import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import type { ActionPace } from '../../records/action-execution/action-pace.ts'
import { backtestActions } from './backtest-actions.ts'
import { getActionsOverview } from './get-actions-overview.ts'
import { countFailedActions } from './count-failed-actions.ts'
import { getFailedActions } from './get-failed-actions.ts'
import { getActionSetEvents } from './get-action-set-events.ts'
import { getSignalActions } from './get-signal-actions.ts'
import { getSignalQueue } from './get-signal-queue.ts'
import { dismissFailedActions } from './dismiss-failed-actions.ts'
import { retryFailedAction } from './retry-failed-action.ts'
import { retryFailedActions } from './retry-failed-actions.ts'

export const actionExecutionRpc = (access: AccessDirectory, pace: ActionPace) =>
  router({
    overview: queryOf(getActionsOverview(access)),
    events: queryOf(getActionSetEvents),
    backtest: queryOf(backtestActions(access)),
    ofSignal: queryOf(getSignalActions),
    queue: queryOf(getSignalQueue(pace)),
    countFailed: queryOf(countFailedActions),
    failed: queryOf(getFailedActions(access)),
    retry: mutationOf(retryFailedAction),
    retryAll: mutationOf(retryFailedActions),
    dismiss: mutationOf(dismissFailedActions),
  })
