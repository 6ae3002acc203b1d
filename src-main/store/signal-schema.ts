import type { Generated } from 'kysely'
import type { SignalOutcome } from '#shared/signals/rules/index.ts'
import type { SignalProof } from '#shared/signals/schemas/signal.ts'
import type { SenderScheme } from '#shared/signals/schemas/sender.ts'
import type { TokenKind } from '#shared/signals/schemas/signal.ts'
import type { RetentionOf } from './retention-rules.ts'

/** The tables of signals (migrations 0008, 0019, 0033, 0037, 0045 to 0047, and 0049); put together with the others in schema.ts. */
type Instant = string
type Json = string

export interface SignalEndpointsTable {
  id: Generated<number>
  name: string
  description: string | null
  enabled: boolean
  created_at: Instant
  created_by_user_id: number
  /** Place of the id of a delivery; null: in the headers of known senders. */
  delivery_id: Generated<Json | null>
  /** Place of the time or the number of a signal; null: nowhere. */
  order_place: Generated<Json | null>
}

export interface SignalEndpointTokensTable {
  id: Generated<number>
  name: string
  endpoint_id: number
  /** SHA-256 of the secret, in hex: the secret itself is nowhere kept. */
  secret_hash: string
  created_at: Instant
  created_by_user_id: number
}

/** Secret that the sender of a token signs with, and chose itself. */
export interface SignalSenderSecretsTable {
  id: Generated<number>
  token_id: number
  scheme: SenderScheme
  /** Sealed: signatures are checked with the secret itself. */
  sealed: string
  set_at: Instant
  /** End of a secret that another one replaces; null: it has none. */
  until: Instant | null
}

export interface SignalsTable {
  id: Generated<number>
  source: 'signal-endpoint'
  /** The endpoint; it may be gone. */
  source_id: number
  /** Token that sent the signal. null: sent from the workbench. */
  source_token_id: number | null
  token_name: string | null
  payload: Json
  /** Headers that identify the sender. */
  headers: Json
  created_at: Instant
  /** True once the actions have processed the signal. */
  processed: boolean
  /** Outcome of its actions; null: no action set matched. */
  outcome: Generated<SignalOutcome | null>
  /** The signal that this one repeats. */
  replay_of: number | null
  /** User who sent or replayed the signal from the workbench, as of that time. */
  sent_by_user_id: number | null
  sent_by: string | null
  /** Proof of its sender; null: a person sent it from here, or a former version stored it. */
  proof: Generated<SignalProof | null>
}

/** A delivery that its sender named, so that it is known when it comes again. */
export interface SignalDeliveriesTable {
  id: Generated<number>
  /** The endpoint; it may be gone, and so may be the token and the signal. */
  source_id: number
  token_id: number
  delivery_id: string
  signal_id: number
  /** Digest of the payload. */
  digest: string
  first_at: Instant
  last_at: Instant
  /** Number of requests, the first included. */
  times: number
}

/** Newest time or number that the sender of a token named. */
export interface SignalOrderMarksTable {
  token_id: number
  source_id: number
  newest: number
}

/** A signal that came after a newer one of its sender. */
export interface LateSignalsTable {
  id: Generated<number>
  signal_id: number
  sent_order: number
  newest: number
  created_at: Instant
}

/** Digest of the values in a thousand signals with ids in a row. */
export interface SignalDigestsTable {
  /** Thousand of the ids. */
  id: number
  /** Base64; null: they have too many different values. */
  digest: string | null
}

/** Kept by triggers on signals. */
export interface SignalDaysTable {
  day: string
  source_id: number
  signals: number
}

/** Bytes of the texts in a table, kept by its triggers: of signals by endpoint, of executions by action set. */
export interface StoredBytesTable {
  table_name: string
  part: number
  bytes: number
}

/** Like refusals of an hour are one row. */
export interface RefusedSignalsTable {
  id: number
  endpoint_name: string
  status: number
  reason: string
  token_kind: TokenKind
  ip: string | null
  user_agent: string | null
  times: number
  first_at: Instant
  last_at: Instant
}

export interface SignalSchema {
  signal_endpoints: SignalEndpointsTable
  signal_endpoint_tokens: SignalEndpointTokensTable
  signal_sender_secrets: SignalSenderSecretsTable
  signals: SignalsTable
  signal_deliveries: SignalDeliveriesTable
  signal_order_marks: SignalOrderMarksTable
  late_signals: LateSignalsTable
  signal_digests: SignalDigestsTable
  signal_days: SignalDaysTable
  stored_bytes: StoredBytesTable
  refused_signals: RefusedSignalsTable
}

export const SIGNAL_RETENTION: RetentionOf<SignalSchema> = {
  signal_endpoints: { rule: 'kept', because: 'people create them; limits.signalEndpoints' },
  signal_endpoint_tokens: { rule: 'owned', parent: 'signal_endpoints' },
  signal_sender_secrets: { rule: 'owned', parent: 'signal_endpoint_tokens' },
  signals: {
    rule: 'pruned',
    age: { column: 'created_at', days: 'signalsKeptDays' },
    most: { rows: 'signalsKept', by: 'rowid' },
    weight: { megabytes: 'signalMegabytesKept', of: ['payload', 'headers'] },
    // never deletes a signal that waits for actions
    only: 'processed = 1',
  },
  signal_deliveries: {
    rule: 'pruned',
    age: { column: 'first_at', days: 'signalDeliveriesKeptDays', by: 'rowid' },
    most: { rows: 'signalDeliveriesKept', by: 'rowid', per: 'source_id' },
  },
  signal_order_marks: { rule: 'owned', parent: 'signal_endpoint_tokens' },
  late_signals: {
    rule: 'pruned',
    age: { column: 'created_at', days: 'signalsKeptDays', by: 'rowid' },
    most: { rows: 'signalsKept', by: 'rowid' },
  },
  // signals without one are found too, only later
  signal_digests: { rule: 'pruned', most: { rows: 2000, by: 'rowid' } },
  signal_days: { rule: 'pruned', age: { column: 'day', days: 0 }, only: 'signals = 0' },
  stored_bytes: {
    rule: 'bounded',
    file: 'store/migrations/0037-stored-bytes.ts',
    how: 'one row for each endpoint and action set that has rows',
  },
  refused_signals: {
    rule: 'bounded',
    file: 'domains/signals/signals/refused-signals.ts',
    how: 'the last 500 kinds of them',
  },
}
