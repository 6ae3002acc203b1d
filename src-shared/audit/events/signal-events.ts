import type { EventKind } from './event-kind.ts'

const kind = (label: string, summary: string): EventKind => ({ label, affectsClients: false, summary })

/**
 * Events of signal endpoints (docs/contract/signals.md#endpoints). Signals from outside are not events: they
 * have their own list.
 */
export const SIGNAL_EVENTS = {
  'signal-endpoint-created': kind('Signal endpoint created', '{user} created signal endpoint {name}'),
  'signal-endpoint-updated': kind('Signal endpoint updated', '{user} updated signal endpoint {name}'),
  'signal-endpoint-deleted': kind('Signal endpoint deleted', '{user} deleted signal endpoint {name}'),
  'signal-endpoint-token-created': kind(
    'Signal endpoint token created',
    '{user} created the signal endpoint token {name}',
  ),
  'signal-endpoint-token-updated': kind(
    'Signal endpoint token updated',
    '{user} updated the signal endpoint token {name}',
  ),
  'signal-endpoint-token-deleted': kind(
    'Signal endpoint token deleted',
    '{user} deleted the signal endpoint token {name}',
  ),
  // what people send themselves, the original knows nothing of
  'signal-sent': kind('Signal sent', '{user} sent a signal to {name}'),
  'signal-set-aside': kind('Signal set aside', '{user} set signal {id} aside: {reason}'),
  'signal-replayed': kind('Signal replayed', '{user} replayed a signal of {name}'),
} as const satisfies Record<string, EventKind>
