import { queryOf, router } from '../../transport/rpc/init.ts'
import type { AccessDirectory } from '../access/index.ts'
import type { ActionPace } from './action-pace.ts'
import { backtestActions } from './backtest-actions.use-case.ts'
import { getActionsOverview } from './get-actions-overview.use-case.ts'
import { getActionSetEvents, getSignalActions, getSignalQueue } from './get-executions.use-case.ts'

export const actionExecutionRpc = (access: AccessDirectory, pace: ActionPace) =>
  router({
    overview: queryOf(getActionsOverview(access)),
    events: queryOf(getActionSetEvents),
    backtest: queryOf(backtestActions(access)),
    ofSignal: queryOf(getSignalActions),
    queue: queryOf(getSignalQueue(pace)),
  })
