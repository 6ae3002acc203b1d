import type { Generated } from 'kysely'

import type { RetentionOf } from './retention-rules.ts'

/** Tables of what lies over flags, and of what an upstream has (migrations 0038 to 0041). */
type Instant = string
type Json = string

export interface OverridesTable {
  feature_name: string
  environment: string
  /** `everybody`, or a kind and a value. */
  audience: string
  enabled: boolean
  variant: Json | null
  /** Strategies that it gives; null: none. */
  strategies: Json | null
  /** Ends it: a time, or `restart`; null: stays until it is removed. */
  until: Instant | null
  created_by: string
  created_at: Instant
}

/** Token of an upstream, named by a digest, and the last answer for it. */
export interface MirrorSourcesTable {
  id: string
  url: string
  environment: string
  projects: Json
  etag: string | null
  changed_at: Instant | null
  checked_at: Instant | null
}

export interface MirrorFlagsTable {
  source_id: string
  name: string
  /** Flag as the upstream sent it. */
  content: Json
}

/** Report that a mirror has yet to send to its upstream. Those of the same key are one. */
export interface WaitingReportsTable {
  kind: 'count' | 'registration' | 'impact'
  environment: string
  key: string
  /** Project whose token may send it; empty: any of the environment. */
  project: string
  /** Item of a bulk report. */
  content: Json
  evaluations: number
  since: Instant
}

/** Bulk report that is to be sent as it is. */
export interface ReportBatchesTable {
  id: Generated<number>
  environment: string
  /** Digest of its token. */
  source: string
  content: Json
  evaluations: number
  since: Instant
  state: 'ready' | 'sending'
}

/** Evaluations by what became of them, since the beginning. */
export interface ForwardingTotalsTable {
  id: number
  sent: number
  dropped: number
  overridden: number
  unconfirmed: number
  sent_at: Instant | null
}

export interface MirrorSchema {
  overrides: OverridesTable
  mirror_sources: MirrorSourcesTable
  mirror_flags: MirrorFlagsTable
  waiting_reports: WaitingReportsTable
  report_batches: ReportBatchesTable
  forwarding_totals: ForwardingTotalsTable
}

export const MIRROR_RETENTION: RetentionOf<MirrorSchema> = {
  overrides: { rule: 'owned', parent: 'feature_environments' },
  mirror_sources: { rule: 'kept', because: 'one for each token of the settings' },
  mirror_flags: { rule: 'owned', parent: 'mirror_sources' },
  waiting_reports: {
    rule: 'bounded',
    file: 'domains/clients/mirror/waiting-reports.ts',
    how: 'MOST_WAITING of each kind; the oldest make room',
  },
  report_batches: {
    rule: 'bounded',
    file: 'domains/clients/mirror/forwarder.ts',
    how: 'more are made once those of a token are sent',
  },
  forwarding_totals: {
    rule: 'bounded',
    file: 'domains/clients/mirror/waiting-reports.store.ts',
    how: 'one row',
  },
}
