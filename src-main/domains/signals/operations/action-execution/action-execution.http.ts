import { bind } from '../../../../transport/http/bind.ts'
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
