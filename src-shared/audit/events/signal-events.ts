import { kindTouching, type EventKind } from './event-kind.ts'

const signal = kindTouching('signals')
const endpoint = kindTouching('signals', 'actions')

/**
 * Events of signal endpoints (docs/contract/signals.md#endpoints). Signals from outside are not events: they
 * have their own list.
 */
export const SIGNAL_EVENTS = {
  'signal-endpoint-created': endpoint(
    'Signal endpoint created',
    '{user} created signal endpoint {signalEndpoint}',
  ),
  'signal-endpoint-updated': endpoint(
    'Signal endpoint updated',
    '{user} updated signal endpoint {signalEndpoint}',
  ),
  'signal-endpoint-deleted': endpoint(
    'Signal endpoint deleted',
    '{user} deleted signal endpoint {signalEndpoint}',
  ),
  'signal-endpoint-token-created': endpoint(
    'Signal endpoint token created',
    '{user} created the signal endpoint token {signalToken}',
  ),
  'signal-endpoint-token-updated': endpoint(
    'Signal endpoint token updated',
    '{user} updated the signal endpoint token {signalToken}',
  ),
  'signal-endpoint-token-deleted': endpoint(
    'Signal endpoint token deleted',
    '{user} deleted the signal endpoint token {signalToken}',
  ),
  'signal-sender-secret-set': endpoint(
    'Sender secret set',
    '{user} set the sender secret of the signal endpoint token {signalToken}',
  ),
  'signal-sender-secret-removed': endpoint(
    'Sender secret removed',
    '{user} removed the sender secret of the signal endpoint token {signalToken}',
  ),
  'signal-delivery-id-set': endpoint(
    'Delivery id of signals set',
    '{user} set where deliveries to signal endpoint {signalEndpoint} have their id',
  ),
  'signal-order-set': endpoint(
    'Order of signals set',
    '{user} set where signals of signal endpoint {signalEndpoint} have their time or number',
  ),
  // the original has no manually sent signals
  'signal-sent': signal('Signal sent', '{user} sent a signal to {signalEndpoint}'),
  'signal-set-aside': signal('Signal set aside', '{user} set signal {id} aside: {reason}'),
  'signal-replayed': signal('Signal replayed', '{user} replayed a signal of {signalEndpoint}'),
} as const satisfies Record<string, EventKind>
