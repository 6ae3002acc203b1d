import { ACCESS_RETENTION } from './access-schema.ts'
import { ACTION_RETENTION } from './action-schema.ts'
import { ADDON_RETENTION } from './addon-schema.ts'
import { CHANGE_REQUEST_RETENTION } from './change-request-schema.ts'
import { CLIENT_RETENTION } from './client-retention.ts'
import { FEATURE_RETENTION } from './feature-retention.ts'
import { IMPACT_METRIC_RETENTION } from './impact-metric-schema.ts'
import { INSTANCE_RETENTION, LISTENER_RETENTION } from './instance-schema.ts'
import { RELEASE_PLAN_RETENTION } from './release-plan-schema.ts'
import { REMOTE_RETENTION } from './remote-schema.ts'
import type { RetentionOf } from './retention-rules.ts'
import type { Schema } from './schema.ts'
import { SEEN_CONTEXT_RETENTION } from './seen-context-schema.ts'
import { SNAPSHOT_RETENTION } from './snapshot-schema.ts'
import { SIGNAL_RETENTION } from './signal-schema.ts'
import { UPGRADE_REPORT_RETENTION } from './upgrade-report-schema.ts'

/** Retention rules of every table. Each area declares its own rules beside its tables. */
export const RETENTION: RetentionOf<Schema> = {
  ...ACCESS_RETENTION,
  ...ACTION_RETENTION,
  ...ADDON_RETENTION,
  ...CHANGE_REQUEST_RETENTION,
  ...CLIENT_RETENTION,
  ...FEATURE_RETENTION,
  ...IMPACT_METRIC_RETENTION,
  ...INSTANCE_RETENTION,
  ...LISTENER_RETENTION,
  ...RELEASE_PLAN_RETENTION,
  ...REMOTE_RETENTION,
  ...SEEN_CONTEXT_RETENTION,
  ...SIGNAL_RETENTION,
  ...SNAPSHOT_RETENTION,
  ...UPGRADE_REPORT_RETENTION,
}
