import type { RetentionOf } from './retention-rules.ts'

/** The table of calls that a version of the service breaks (migration 0010); put together in schema.ts. */
type Instant = string

export interface JudgedCallsTable {
  /** Hash of the fields up to `count`, so that each combination is stored once. */
  id: string
  /** The change, or `deprecated:` and the operation. */
  subject: string
  caller: string
  caller_kind: string
  app_name: string | null
  sdk: string | null
  count: number
  first_seen: Instant
  last_seen: Instant
  /** Method of one of these requests. The path has no query and no secrets. */
  method: string
  path: string | null
}

export interface UpgradeReportSchema {
  judged_calls: JudgedCallsTable
}

export const UPGRADE_REPORT_RETENTION: RetentionOf<UpgradeReportSchema> = {
  judged_calls: {
    rule: 'bounded',
    file: 'domains/versions/upgrade-report/judged-calls.ts',
    how: 'at most 2,000 calls',
  },
}
