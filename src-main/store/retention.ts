import { ACCESS_RETENTION } from './access-schema.ts'
import { ACTION_RETENTION } from './action-schema.ts'
import { ADDON_RETENTION } from './addon-schema.ts'
import { CHANGE_REQUEST_RETENTION } from './change-request-schema.ts'
import { EXPECTATION_RETENTION } from './expectation-schema.ts'
import { FEATURE_RETENTION } from './feature-retention.ts'
import { IMPACT_METRIC_RETENTION } from './impact-metric-schema.ts'
import { INSTANCE_RETENTION, LISTENER_RETENTION } from './instance-schema.ts'
import { MIRROR_RETENTION } from './mirror-schema.ts'
import { POLICY_RETENTION } from './policy-schema.ts'
import { RELEASE_PLAN_RETENTION } from './release-plan-schema.ts'
import { REMOTE_RETENTION } from './remote-schema.ts'
import type { RetentionOf } from './retention-rules.ts'
import type { Schema } from './schema.ts'
import { SEEN_CONTEXT_RETENTION } from './seen-context-schema.ts'
import { SNAPSHOT_RETENTION } from './snapshot-schema.ts'
import { SIGNAL_RETENTION } from './signal-schema.ts'
import { UPGRADE_REPORT_RETENTION } from './upgrade-report-schema.ts'

type ClientTables = Pick<
  Schema,
  | 'client_applications'
  | 'client_application_usage'
  | 'client_instances'
  | 'client_metrics'
  | 'client_metrics_variants'
  | 'impressions'
  | 'unknown_flags'
>

/** Days that the counts of SDKs are kept: no request asks for older ones (flags/metrics). */
const METRICS_DAYS = 91

/** Rows of counts: 5,000 flags of some applications, each hour of these days. */
const METRICS_ROWS = 10_000_000

/**
 * Retention of data that clients send. Anyone with a token can write it, so every table has a maximum number
 * of rows.
 */
const CLIENT_RETENTION: RetentionOf<ClientTables> = {
  client_applications: {
    rule: 'pruned',
    age: { column: 'seen_at', days: 365 },
    most: { rows: 10_000, by: 'seen_at' },
  },
  client_application_usage: { rule: 'owned', parent: 'client_applications' },
  client_instances: {
    rule: 'pruned',
    age: { column: 'last_seen', days: 30 },
    most: { rows: 100_000, by: 'last_seen' },
  },
  client_metrics: {
    rule: 'pruned',
    age: { column: 'hour', days: METRICS_DAYS },
    most: { rows: METRICS_ROWS, by: 'rowid' },
  },
  client_metrics_variants: {
    rule: 'pruned',
    age: { column: 'hour', days: METRICS_DAYS },
    most: { rows: METRICS_ROWS, by: 'rowid' },
  },
  impressions: { rule: 'pruned', most: { rows: 100_000, by: 'rowid' } },
  unknown_flags: {
    rule: 'pruned',
    age: { column: 'seen_at', days: 90 },
    most: { rows: 'unknownFlagsKept', by: 'seen_at' },
  },
}

/** Retention rules of every table. Each area declares its own rules beside its tables. */
export const RETENTION: RetentionOf<Schema> = {
  ...ACCESS_RETENTION,
  ...ACTION_RETENTION,
  ...ADDON_RETENTION,
  ...CHANGE_REQUEST_RETENTION,
  ...CLIENT_RETENTION,
  ...EXPECTATION_RETENTION,
  ...POLICY_RETENTION,
  ...FEATURE_RETENTION,
  ...IMPACT_METRIC_RETENTION,
  ...INSTANCE_RETENTION,
  ...LISTENER_RETENTION,
  ...MIRROR_RETENTION,
  ...RELEASE_PLAN_RETENTION,
  ...REMOTE_RETENTION,
  ...SEEN_CONTEXT_RETENTION,
  ...SIGNAL_RETENTION,
  ...SNAPSHOT_RETENTION,
  ...UPGRADE_REPORT_RETENTION,
}
