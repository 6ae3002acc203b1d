import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import type { ActionPace } from '../../records/action-execution/action-pace.ts'
import { backtestActions } from './backtest-actions.use-case.ts'
import { getActionsOverview } from './get-actions-overview.use-case.ts'
import { countFailedActions, getFailedActions } from './get-failures.use-case.ts'
import { getActionSetEvents, getSignalActions, getSignalQueue } from './get-executions.use-case.ts'
import { dismissFailedActions, retryFailedAction, retryFailedActions } from './resolve-failures.use-case.ts'

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
