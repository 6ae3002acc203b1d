import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import type { ActionPace } from '../../records/action-execution/action-pace.ts'
import { backtestActions } from './backtest-actions.use-case.ts'
import { getActionsOverview } from './get-actions-overview.use-case.ts'
import { countFailedActions, getFailedActions } from './get-failures.use-case.ts'
import { getActionSetEvents, getSignalActions, getSignalQueue } from './get-executions.use-case.ts'
import { dismissFailedActions, retryFailedAction, retryFailedActions } from './resolve-failures.use-case.ts'

export const actionExecutionHttp = (access: AccessDirectory, pace: ActionPace) => [
  bind(getActionSetEvents),
  bind(getActionsOverview(access)),
  bind(backtestActions(access)),
  bind(getSignalActions),
  bind(getSignalQueue(pace)),
  bind(countFailedActions),
  bind(getFailedActions(access)),
  bind(retryFailedAction),
  bind(retryFailedActions),
  bind(dismissFailedActions),
]
